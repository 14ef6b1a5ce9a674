"""Keys and signatures: Ed25519 of SSH, minisign and signify; and those of GnuPG
and S/MIME, of which a log has the fingerprints alone."""
import base64
import hashlib
import os
import re
import shutil
import ssl
import struct
import subprocess
import sys
import tempfile

from .tools import Wrong, need, string, u32

try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    def ed25519(key, signature, message):
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
except ImportError:
    try:
        from nacl.signing import VerifyKey
    except ImportError:
        sys.exit("verify.py: it needs python3-nacl or python3-cryptography: "
                 "apt install python3-nacl")

    def ed25519(key, signature, message):
        VerifyKey(key).verify(message, signature)


def wire(key):
    return string(b"ssh-ed25519") + string(key)


def fingerprint(key):
    return "SHA256:" + base64.b64encode(hashlib.sha256(wire(key)).digest()).decode().rstrip("=")


def key_of(line):
    """The 32 bytes of a key as OpenSSH writes it."""
    name, text = line.split(" ")[:2]
    data = base64.b64decode(text, validate=True)
    need(name == "ssh-ed25519" and len(data) == 51 and data == wire(data[19:]),
         "not an Ed25519 key: %r" % line)
    return data[19:]


def is_named(key, name):
    """Does what somebody typed name this key? Its fingerprint, in base64 or hex,
    the key as OpenSSH or minisign writes it, or a file that holds it."""
    print64, digits = fingerprint(key), hashlib.sha256(wire(key)).hexdigest()
    bare = re.sub("[ \t]", "", name).lower()
    if bare in (print64.lower(), print64[7:].lower(), digits):
        return True
    if os.path.isfile(name):
        with open(name, encoding="utf-8", errors="replace") as f:
            name = f.read(4096)
    for word in name.split():
        try:
            data = base64.b64decode(word, validate=True)
        except ValueError:
            continue
        if data == wire(key) or len(data) == 42 and data[:2] == b"Ed" and data[10:] == key:
            return True
    return False


def strings(data):
    while data:
        size = struct.unpack(">I", data[:4])[0]
        need(len(data) >= 4 + size, "the signature is cut off")
        yield data[4:4 + size]
        data = data[4 + size:]


def good(key, signature, message):
    try:
        ed25519(key, signature, message)
    except Exception:
        raise Wrong("the signature does not verify") from None


def ssh_check(key, lines, message, namespace):
    need(lines[-1] == "-----END SSH SIGNATURE-----", "the armour has no end")
    blob = base64.b64decode("".join(lines[1:-1]), validate=True)
    need(blob[:10] == b"SSHSIG" + u32(1), "not an SSH signature")
    signer, name, extra, algorithm, inner = strings(blob[10:])
    need(signer == wire(key), "signed by another key")
    need(name == namespace and extra == b"", "signed for another purpose")
    need(algorithm in (b"sha512", b"sha256"), "unknown hash")
    kind, signature = strings(inner)
    need(kind == b"ssh-ed25519", "unknown kind of signature")
    digest = hashlib.new(algorithm.decode(), message).digest()
    good(key, signature, b"SSHSIG" + b"".join(map(string, (name, b"", algorithm, digest))))


def minisign_check(key, lines, message):
    raw = base64.b64decode(lines[1], validate=True)
    need(len(raw) == 74 and raw[:2] in (b"Ed", b"ED"), "unknown kind of signature")
    good(key, raw[10:], message if raw[:2] == b"Ed" else hashlib.blake2b(message).digest())
    if len(lines) > 2:
        comment = lines[2][len("trusted comment: "):].encode()
        good(key, base64.b64decode(lines[3], validate=True), raw[10:] + comment)


def signature_check(key, armour, message, namespace):
    """Wrong if this key did not sign the message; SSH, minisign or signify."""
    lines = armour.strip("\n").split("\n")
    if lines[0] == "-----BEGIN SSH SIGNATURE-----":
        return ssh_check(key, lines, message, namespace)
    need(lines[0].startswith("untrusted comment:"), "unknown kind of signature")
    return minisign_check(key, lines, message)


# Of other programs ----------------------------------------------------------------------

def run(*words):
    return subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def pgp_program(home):
    """gpgv, which changes nothing; or gpg; with the keys of a folder."""
    for ring in ("pubring.kbx", "pubring.gpg"):
        ring = os.path.join(os.path.abspath(home), ring)
        if shutil.which("gpgv") and os.path.exists(ring):
            return ["gpgv", "--homedir", home, "--keyring", ring]
    return ["gpg", "--homedir", home, "--batch", "--no-auto-key-retrieve", "--no-auto-key-locate",
            "--trust-model", "always", "--verify"] if shutil.which("gpg") else None


def pgp_check(home, digits, signature, text):
    """Is it good, and by the key with this fingerprint? False if that cannot be
    known: no program, no folder of keys, or the key is not in it."""
    program = home and pgp_program(home)
    if not program:
        return False
    said = run(program[0], "--status-fd", "1", *program[1:], signature, text).stdout.decode(
        "utf-8", "replace")
    # primary key and hash: the last word and the third before it
    signers = [line.split()[2:] for line in said.split("\n")
               if line.startswith("[GNUPG:] VALIDSIG ")]
    for words in signers:
        if words[-1].lower() == digits:
            need(words[-3] not in ("1", "2"), "the signature uses a broken hash (MD5, SHA-1)")
            return True
    need(not signers, "the signature is good, but by another key")
    need("[GNUPG:] BADSIG " not in said, "the signature does not verify")
    need("[GNUPG:] NO_PUBKEY " in said, "the signature cannot be read")
    return False


def smime_check(digits, signature, text, folder):
    """The same of S/MIME, by OpenSSL: the certificate comes with the signature,
    and must be the one of this fingerprint. Who issued it is not asked: the key
    ring of the game names it alone."""
    if not shutil.which("openssl"):
        return False
    with open(signature, "rb") as f:
        form = "PEM" if f.read(1) == b"-" else "DER"
    shown = run("openssl", "cms", "-cmsout", "-print", "-inform", form, "-in", signature)
    need(not shown.returncode, "the signature cannot be read")
    need(not re.search(rb"digestAlgorithm:\s*algorithm: (md5|sha1) ", shown.stdout),
         "the signature uses a broken hash (MD5, SHA-1)")
    signers = os.path.join(folder, "signers.pem")
    done = run("openssl", "cms", "-verify", "-binary", "-noverify", "-inform", form,
               "-in", signature, "-content", text, "-signer", signers, "-out", os.devnull)
    if done.returncode and b"signer certificate not found" in done.stdout:
        return False
    need(not done.returncode, "the signature does not verify")
    with open(signers, encoding="ascii") as f:
        certificates = re.findall("-----BEGIN CERT.*?-----END CERTIFICATE-----", f.read(), re.S)
    hashed = hashlib.sha256 if len(digits) == 64 else hashlib.sha1
    need(digits in [hashed(ssl.PEM_cert_to_DER_cert(c)).hexdigest() for c in certificates],
         "the signature is good, but by another key")
    return True


def foreign_check(name, armour, message, home):
    """A signature of OpenPGP or S/MIME by the key with this name, a fingerprint.
    Wrong, or whether it could be checked."""
    kind, _, digits = name.partition(":")
    digits = digits.lower()
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, x) for x in ("signature", "text")]
        # what was binary is in the log as base64; before armour anything may stand
        raw = armour.encode() if "-----BEGIN" in armour else base64.b64decode(armour, validate=True)
        for file, data in zip(files, (raw, message)):
            with open(file, "wb") as f:
                f.write(data)
        if kind == "OPENPGP":
            return pgp_check(home, digits, *files)
        need(kind == "SMIME", "no such kind of key")
        return smime_check(digits, *files, folder)
