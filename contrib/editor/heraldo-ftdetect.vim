" Which files are orders and cases.
au BufRead,BufNewFile *.orders set filetype=heraldo-orders
au BufRead,BufNewFile *.case set filetype=heraldo-case
