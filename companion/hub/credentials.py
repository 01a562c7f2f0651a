"""Passwords, joining codes and certificates: what only the hub and one table know."""

from __future__ import annotations

import hashlib
import ipaddress
import os
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.publishing.joining import SECRET, der_of, fingerprint, plain, write_private

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.x509 import Certificate, GeneralName, Name

ROUNDS = 101  # as mosquitto_passwd does
YEARS = 10
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def new_password() -> str:
    """A password that no person has to remember."""
    return secrets.token_urlsafe(18)


def broker_digest(password: str) -> str:
    """A password as Mosquitto's password file holds it: PBKDF2 with SHA-512."""
    salt = os.urandom(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    return f"$7${ROUNDS}${b64encode(salt).decode()}${b64encode(digest).decode()}"


def is_password(password: str, digest: str) -> bool:
    """Whether a password has this digest."""
    if not digest.startswith("$7$"):
        return False
    _, _, rounds, salt, wanted = digest.split("$")
    found = hashlib.pbkdf2_hmac("sha512", password.encode(), b64decode(salt), int(rounds))
    return secrets.compare_digest(found, b64decode(wanted))


def new_code(authority: str) -> str:
    """A code to join with, once: a secret, then the fingerprint of the certificate to believe; `ABCD-EFGH-...`."""
    secret = "".join(secrets.choice(_LETTERS) for _ in range(SECRET))
    return _grouped(secret + fingerprint(authority))


def code_digest(code: str) -> str:
    """What the hub keeps of a code."""
    return hashlib.sha256(plain(code).encode()).hexdigest()


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


class Certificates:
    """The hub's own authority and the certificate of its server, in a folder; made at the first start."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.authority_file, self._authority_key = folder / "authority.pem", folder / "authority.key"
        self.server_file, self.server_key = folder / "server.pem", folder / "server.key"
        if not self.authority_file.exists():
            self._make_authority()
        self._make_server(names)

    @property
    def authority(self) -> str:
        """The certificate that tables are to believe (PEM)."""
        return self.authority_file.read_text()

    @property
    def server_fingerprint(self) -> str:
        """The SHA-256 of the server's certificate, as browsers show it."""
        digest = hashlib.sha256(der_of(self.server_file.read_text())).hexdigest().upper()
        return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))

    def _make_authority(self) -> None:
        key = _new_key()
        name = _name("banker hub")
        write_private(self._authority_key, _private(key))
        write_private(self.authority_file, _certify(name, name, key, key, authority=True, names=()))

    def _make_server(self, names: Sequence[str]) -> None:
        """Anew at every start: the names and addresses of a laptop change from evening to evening."""
        from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
        from cryptography.x509 import load_pem_x509_certificate

        signer = load_pem_private_key(self._authority_key.read_bytes(), None)
        assert isinstance(signer, EllipticCurvePrivateKey)
        issuer = load_pem_x509_certificate(self.authority_file.read_bytes()).subject
        key = _new_key()
        write_private(self.server_key, _private(key))
        write_private(self.server_file, _certify(_name(names[0]), issuer, key, signer, authority=False, names=names))


def _new_key() -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _private(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _name(text: str) -> Name:
    from cryptography import x509

    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])


def _certify(
    subject: Name,
    issuer: Name,
    key: EllipticCurvePrivateKey,
    signer: EllipticCurvePrivateKey,
    *,
    authority: bool,
    names: Sequence[str],
) -> bytes:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.serialization import Encoding

    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=YEARS * 365))  # a Pi without a network may believe in any year
        .not_valid_after(now + timedelta(days=YEARS * 365))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=0 if authority else None), critical=True)
    )
    if names:
        alternatives = x509.SubjectAlternativeName([_alternative(name) for name in names])
        builder = builder.add_extension(alternatives, critical=False)
    certificate: Certificate = builder.sign(signer, hashes.SHA256())
    return certificate.public_bytes(Encoding.PEM)


def _alternative(name: str) -> GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
