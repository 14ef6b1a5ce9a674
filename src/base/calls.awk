# src/base/calls.awk - makes X.inc of X.calls: see base/library.h.
/^#/ || !NF { next }
$1 == "library" { library = $2; next }
{ call[++n] = $1 }
END {
	print "/* made of a list of calls by src/base/calls.awk */"
	print "#include \"base/library.h\""
	print "static struct {"
	for (i = 1; i <= n; i++)
		printf "\t__typeof__(%s) *%s_;\n", call[i], call[i]
	print "} calls;"
	print "static void calls_load(void)\n{"
	print "\tstatic const char *const names[] = {"
	for (i = 1; i <= n; i++)
		printf "\t\t\"%s\",\n", call[i]
	print "\t};\n"
	printf "\tif (!calls.%s_)\n", call[1]
	printf "\t\tlibrary_load(LIBRARY_%s, names, ARRAY_LEN(names), &calls);\n", \
		toupper(library)
	print "}"
	for (i = 1; i <= n; i++) {
		print "#undef " call[i]
		printf "#define %s (*calls.%s_)\n", call[i], call[i]
	}
}
