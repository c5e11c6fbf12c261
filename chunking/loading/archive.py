"""Zip archives, read in memory and within limits."""

import io
import zlib
from collections.abc import Callable, Iterator, Mapping

from chunking.core.errors import LoadError

MAX_UNPACKED = 200 * 2**20
MAX_RATIO = 250  # XML is compressed about 100:1 at most, a zip bomb 1000:1
_RATIO_FROM = 4 * 2**20
MAX_MEMBERS = 50_000
_STEP = 2**16


class Archive:
    """The members of a zip archive by name.

    The sizes in its directory may be wrong: what is really unpacked is counted, over all members.
    """

    def __init__(self, data: bytes) -> None:
        import zipfile

        # One signature per member: 50 MB of them would become 500 MB of directory entries.
        if data.count(b"PK\x01\x02") > MAX_MEMBERS:
            raise LoadError(f"the zip archive has more than {MAX_MEMBERS:,} members")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self.names = frozenset(self._zip.namelist())
        except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError) as error:
            raise LoadError("the zip archive is damaged or cut off") from error
        self._unpacked = 0

    def stream(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a member in parts.

        Raises:
            LoadError: It is damaged, encrypted or beyond the limits.
        """
        import zipfile

        try:
            info = self._zip.getinfo(name)
        except KeyError as error:
            raise LoadError(f"the zip archive has no {name[:80]}") from error
        if info.flag_bits & 1:
            raise LoadError("the zip archive is protected by a password")
        if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise LoadError("the zip archive is compressed by another method than deflate")
        size = 0
        try:
            with self._zip.open(info) as member:
                while part := member.read(_STEP):
                    size += len(part)
                    self._count(len(part), size, info.compress_size)
                    yield part
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise LoadError("the zip archive is damaged or cut off") from error

    def read(self, name: str) -> bytes:
        """Return all bytes of a member."""
        return b"".join(self.stream(name))

    def repacked(
        self, suffixes: tuple[str, ...], edits: Mapping[str, Callable[[bytes], bytes]]
    ) -> bytes:
        """Return an archive of the members with these suffixes, some of them edited.

        What another program reads is measured, and has neither pictures nor fonts.
        """
        import zipfile

        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as packed:
            for name in dict.fromkeys(self._zip.namelist()):
                if name.lower().endswith(suffixes):
                    data = self.read(name)
                    packed.writestr(name, edits[name](data) if name in edits else data)
        return out.getvalue()

    def _count(self, part: int, size: int, packed: int) -> None:
        self._unpacked += part
        if self._unpacked > MAX_UNPACKED:
            limit = MAX_UNPACKED // 2**20
            raise LoadError(f"the zip archive unpacks to more than {limit} MiB")
        if size > _RATIO_FROM and size > MAX_RATIO * max(packed, 1):
            raise LoadError(
                f"the zip archive unpacks to more than {MAX_RATIO} times its size, as no "
                "document does"
            )
