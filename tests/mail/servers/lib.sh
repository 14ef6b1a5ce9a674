# tests/mail/servers/lib.sh - private mail servers for a test: Dovecot (IMAP,
# POP3, LMTP, submission), smtp-sink, and as root Postfix. To be read by a POSIX
# shell with `.`; SERVERS names this folder. Everything lives in one fresh
# folder and listens on 127.0.0.1 only; no service of the system is touched. The
# folder is made in SERVERS_TMP, or /tmp.
#
#	SERVERS=$HERALDO_SRCDIR/tests/mail/servers; . "$SERVERS/lib.sh"
#	trap servers_stop EXIT
#	servers_start || exit 1		tells what is missing, if something is
#
# servers_start sets and exports
#	MAILTEST	the folder, with the certificates
#		tls/server.crt	of all servers when they are called "localhost"
#		tls/other.crt	of Dovecot when it is called by its address:
#				it is for mail.example.test
#		tls/wrong.crt	of nobody
#	MAILTEST_IMAP _IMAPS _POP3 _POP3S _LMTP _SUBM	ports of Dovecot
#	MAILTEST_SINK	port of smtp-sink, to which _SUBM passes its mail
#	MAILTEST_SMTP _PFSUBM _PFSMTPS	ports of Postfix, empty without it:
#			from the world; submission with STARTTLS; with TLS
#	MAILTEST_DOVEADM	a program: doveadm of this instance
# Dovecot is 2.3 or 2.4, which have configurations of their own: dovecot-VERSION.in.
# SERVERS_DOVECOT_WITH names one that is added: oauth (SERVERS_TOKENS is the port of
# the server of tokens) or quota. SERVERS_DOVECOT_MORE is added as it is.
# Mailboxes: gm alice bob carol dave postmaster p1 to p10, password NAME-pw. A mail for
# NAME@example.test or NAME+anything@example.test goes to NAME.

#
#	servers_judge, servers_account	sections of a configuration with them
#	servers_beside COMMAND..	all of it for one command, as root, which
#				Postfix wants to be: ends with its status

MAILTEST= SERVERS_LOCK= SERVERS_SINK_PID=

servers_need() {
	servers_missing=
	for servers_i in dovecot doveadm smtp-sink openssl setpriv; do
		command -v "$servers_i" >/dev/null 2>&1 ||
			servers_missing="$servers_missing $servers_i"
	done
	if [ "$(id -u)" = 0 ]; then
		command -v postfix >/dev/null 2>&1 ||
			servers_missing="$servers_missing postfix"
	fi
	[ -z "$servers_missing" ] && return 0
	echo "mail servers for the tests are missing:$servers_missing" >&2
	echo "install them with contrib/quickstart, or: apt-get install" \
		"dovecot-core dovecot-imapd dovecot-pop3d dovecot-lmtpd" \
		"dovecot-submissiond postfix openssl util-linux" >&2
	return 1
}

# is nobody listening on any of the sixteen ports from $1?
servers_is_free() {
	servers_i=$1
	while [ "$servers_i" -lt $(($1 + 16)) ]; do
		servers_hex=$(printf ':%04X' "$servers_i")
		if cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
			awk -v p="$servers_hex\$" '$4 == "0A" && $2 ~ p { f = 1 }
				END { exit !f }'
		then
			return 1
		fi
		servers_i=$((servers_i + 1))
	done
}

# a block of sixteen ports, below those the kernel gives away by itself, that
# nobody has taken: neither a listener nor another run that is just starting
servers_take_ports() {
	servers_p=$((20000 + $$ % 700 * 16))
	servers_try=0
	while [ "$servers_try" -lt 200 ]; do
		SERVERS_LOCK=/tmp/heraldo-ports.$servers_p
		if mkdir "$SERVERS_LOCK" 2>/dev/null; then
			echo $$ > "$SERVERS_LOCK/pid"
			servers_is_free "$servers_p" && return 0
			rm -rf "$SERVERS_LOCK"
		elif ! kill -0 "$(cat "$SERVERS_LOCK/pid" 2>/dev/null)" \
			2>/dev/null
		then
			# of a run that died
			rm -rf "$SERVERS_LOCK"
		fi
		servers_p=$((20000 + (servers_p - 20000 + 16) % 11200))
		servers_try=$((servers_try + 1))
	done
	echo "no free block of ports" >&2
	SERVERS_LOCK=
	return 1
}

servers_render() {
	sed -e "s#@BASE@#$2#g; s#@USER@#$SERVERS_USER#g" \
		-e "s#@GROUP@#$SERVERS_GROUP#g" \
		-e "s/@IMAP_PORT@/$MAILTEST_IMAP/g" \
		-e "s/@IMAPS_PORT@/$MAILTEST_IMAPS/g" \
		-e "s/@POP3_PORT@/$MAILTEST_POP3/g" \
		-e "s/@POP3S_PORT@/$MAILTEST_POP3S/g" \
		-e "s/@LMTP_PORT@/$MAILTEST_LMTP/g" \
		-e "s/@AUTH_PORT@/$((servers_p + 6))/g" \
		-e "s/@DSUBM_PORT@/$MAILTEST_SUBM/g" \
		-e "s/@SINK_PORT@/$MAILTEST_SINK/g" \
		-e "s/@TOKENS@/${SERVERS_TOKENS-}/g" \
		-e "s/@SMTP_PORT@/$((servers_p + 9))/g" \
		-e "s/@SUBM_PORT@/$((servers_p + 10))/g" \
		-e "s/@SMTPS_PORT@/$((servers_p + 11))/g" "$1"
}

# a self-signed certificate $1 for the host $2
servers_certificate() {
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 \
		-nodes -days 3650 -subj "/CN=$2" \
		-addext "subjectAltName=$3" \
		-keyout "$MAILTEST/tls/$1.key" \
		-out "$MAILTEST/tls/$1.crt" >/dev/null 2>&1
}

servers_start() {
	# no server here runs as root but Postfix's master
	if [ "$(id -u)" = 0 ]; then
		SERVERS_USER=nobody SERVERS_GROUP=nogroup
		SERVERS_AS="setpriv --reuid nobody --regid nogroup --clear-groups"
		PATH=$PATH:/usr/sbin:/sbin
	else
		SERVERS_USER=$(id -un) SERVERS_GROUP=$(id -gn) SERVERS_AS=
		PATH=$PATH:/usr/sbin:/sbin
	fi
	servers_need && servers_take_ports || return 1
	MAILTEST=$(mktemp -d "${SERVERS_TMP:-/tmp}/heraldo-mail.XXXXXX") ||
		return 1
	MAILTEST_IMAP=$((servers_p + 1)) MAILTEST_IMAPS=$((servers_p + 2))
	MAILTEST_POP3=$((servers_p + 3)) MAILTEST_POP3S=$((servers_p + 4))
	MAILTEST_LMTP=$((servers_p + 5)) MAILTEST_SUBM=$((servers_p + 7))
	MAILTEST_SINK=$((servers_p + 8))
	MAILTEST_SMTP= MAILTEST_PFSUBM= MAILTEST_PFSMTPS=
	MAILTEST_DOVEADM=$MAILTEST/doveadm

	servers_dv=$MAILTEST/dv
	mkdir -p "$servers_dv/run" "$servers_dv/state" "$servers_dv/log" \
		"$servers_dv/tls" "$servers_dv/mail" "$servers_dv/sink" \
		"$MAILTEST/tls" || return 1
	servers_certificate server localhost DNS:localhost,IP:127.0.0.1 &&
	servers_certificate wrong localhost DNS:localhost,IP:127.0.0.1 &&
	servers_certificate other mail.example.test DNS:mail.example.test || {
		echo "no certificates by openssl" >&2
		return 1
	}
	cp "$MAILTEST"/tls/server.* "$MAILTEST"/tls/other.* "$servers_dv/tls/"
	chmod 600 "$servers_dv"/tls/*.key
	cp "$SERVERS/users.in" "$servers_dv/users"
	servers_render "$SERVERS/oauth2.ext.in" "$servers_dv" \
		> "$servers_dv/oauth2.ext"
	servers_version=$(dovecot --version | cut -d. -f1-2)
	for servers_i in dovecot ${SERVERS_DOVECOT_WITH-}; do
		servers_render "$SERVERS/$servers_i-$servers_version.in" \
			"$servers_dv" || return 1
	done > "$servers_dv/dovecot.conf"
	[ -z "$SERVERS_DOVECOT_MORE" ] ||
		echo "$SERVERS_DOVECOT_MORE" >> "$servers_dv/dovecot.conf"
	if [ "$(id -u)" = 0 ]; then
		chown -R "$SERVERS_USER:$SERVERS_GROUP" "$servers_dv"
	fi
	chmod 755 "$MAILTEST"
	{
		echo '#!/bin/sh'
		echo "exec $SERVERS_AS doveadm -c $servers_dv/dovecot.conf" '"$@"'
	} > "$MAILTEST_DOVEADM"
	chmod 755 "$MAILTEST_DOVEADM"

	# daemons keep the starter's output: without the redirection a pipe
	# that reads it would never end
	$SERVERS_AS env -i PATH="$PATH" \
		dovecot -c "$servers_dv/dovecot.conf" \
		>"$MAILTEST/start.log" 2>&1 </dev/null || {
		cat "$MAILTEST/start.log" >&2
		return 1
	}
	servers_sink
	if [ "$(id -u)" = 0 ]; then
		servers_postfix || return 1
	fi
	export MAILTEST MAILTEST_IMAP MAILTEST_IMAPS MAILTEST_POP3 \
		MAILTEST_POP3S MAILTEST_LMTP MAILTEST_SUBM MAILTEST_SINK \
		MAILTEST_SMTP MAILTEST_PFSUBM MAILTEST_PFSMTPS \
		MAILTEST_DOVEADM
}

# the section of a judge with the folder $1 and the address $2, for a test of SRC
servers_judge() {
	cat <<EOF
[judge]
address = $2
state = $1/state
templates = $(cd "$SRC" && pwd)/templates
data = $(cd "$SRC" && pwd)/db
EOF
}

# the section $1, inbox or outbox, with the user $2
servers_account() {
	printf '[%s]\nhost = localhost\nca-file = %s\nuser = %s\n' \
		"$1" "$MAILTEST/tls/server.crt" "$2"
	if [ "$1" = inbox ]; then
		printf 'kind = imap\nport = %s\n' "$MAILTEST_IMAPS"
	else
		printf 'kind = smtp\nport = %s\n' "$MAILTEST_PFSUBM"
	fi
}

# smtp-sink behind Dovecot's submission: one file for each mail
servers_sink() {
	cd "$servers_dv/sink" || return 1
	$SERVERS_AS smtp-sink -d '%s.' "127.0.0.1:$MAILTEST_SINK" 100 \
		>/dev/null 2>&1 </dev/null &
	SERVERS_SINK_PID=$!
	cd - >/dev/null || return 1
}

servers_postfix() {
	servers_pf=$MAILTEST/pf
	MAILTEST_SMTP=$((servers_p + 9)) MAILTEST_PFSUBM=$((servers_p + 10))
	MAILTEST_PFSMTPS=$((servers_p + 11))
	mkdir -p "$servers_pf/spool" "$servers_pf/data" "$servers_pf/log" \
		"$servers_pf/tls" "$servers_pf/conf" || return 1
	cp "$MAILTEST"/tls/server.* "$servers_pf/tls/"
	chmod 600 "$servers_pf/tls/server.key"
	chown postfix "$servers_pf/data"
	for servers_i in main.cf master.cf judges; do
		servers_render "$SERVERS/$servers_i.in" "$servers_pf" \
			> "$servers_pf/conf/$servers_i"
	done
	postfix -c "$servers_pf/conf" start >>"$MAILTEST/start.log" 2>&1 \
		</dev/null || {
		cat "$MAILTEST/start.log" >&2
		return 1
	}
}

# wait up to five seconds for the process to be gone, then end it for good
servers_end() {
	kill "$1" 2>/dev/null || return 0
	servers_i=0
	while kill -0 "$1" 2>/dev/null; do
		servers_i=$((servers_i + 1))
		[ "$servers_i" -lt 100 ] || {
			kill -9 "$1" 2>/dev/null
			return 0
		}
		sleep 0.05
	done
}

# End what servers_start began, by its process ids, and remove its folder. Says
# so, and fails, if somebody still listens.
servers_stop() {
	servers_status=0
	[ -n "$MAILTEST" ] || {
		[ -z "$SERVERS_LOCK" ] || rm -rf "$SERVERS_LOCK"
		return 0
	}
	# Dovecot takes its time: it goes while Postfix does
	servers_dv_pid=$(cat "$MAILTEST/dv/run/master.pid" 2>/dev/null)
	[ -z "$servers_dv_pid" ] || kill "$servers_dv_pid" 2>/dev/null
	if [ -f "$MAILTEST/pf/spool/pid/master.pid" ]; then
		postfix -c "$MAILTEST/pf/conf" stop >/dev/null 2>&1
		servers_end "$(tr -d ' ' <"$MAILTEST/pf/spool/pid/master.pid")"
	fi
	[ -z "$SERVERS_SINK_PID" ] || servers_end "$SERVERS_SINK_PID"
	[ -z "$servers_dv_pid" ] || servers_end "$servers_dv_pid"
	servers_try=0
	until servers_is_free "$servers_p"; do
		servers_try=$((servers_try + 1))
		if [ "$servers_try" -ge 60 ]; then
			echo "something still listens on $servers_p.." >&2
			servers_status=1
			break
		fi
		sleep 0.05
	done
	rm -rf "$MAILTEST" "$SERVERS_LOCK"
	MAILTEST=
	return $servers_status
}

# start them, run a command, stop them; a failure shows what the servers said
servers_beside() {
	[ "$(id -u)" = 0 ] || {
		echo "Postfix starts as root only: this test was left out"
		exit 77
	}
	trap servers_stop EXIT
	trap 'exit 1' HUP INT TERM
	servers_start || exit 1
	servers_said=0
	"$@" || servers_said=1
	[ $servers_said = 0 ] || {
		tail -20 "$MAILTEST/dv/log/dovecot.log"
		tail -20 "$MAILTEST/pf/log/postfix.log"
	}
	servers_stop || servers_said=1
	exit $servers_said
}
