"""Makes the files that nginx serves in the folder given: the same bytes and the same ETags every time."""

import os
import sys

COMPANY = (
    '{"name":"(有) エフケーコーポレーション","address":"東京都大田区仲六郷1-51-11 1F","zipcode":"144-0055",'
    '"tel":"03-3733-6143","fax":"03-3737-5479","id":100}'
)
MIB = 1024 * 1024


def write(name, content, size=None):
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(content)
        if size is not None:
            file.truncate(size)  # zeros that take no room on the disk
    os.utime(file.name, (1_000_000_000, 1_000_000_000))  # nginx makes the ETag of this time and the size


write("company.json", COMPANY.encode())
write("text.txt", "Apus apus, the common swift.\n".encode())
write("large.bin", bytes(range(256)) * (8 * MIB // 256))
write("huge.bin", b"", size=80 * MIB)
