"""nginx on 127.0.0.1, with its files in a folder of its own."""

import pathlib
import re
import resource
import socket
import subprocess
import tempfile
import time
import urllib.request

COMPANY = (
    '{"name":"(有) エフケーコーポレーション","address":"東京都大田区仲六郷1-51-11 1F","zipcode":"144-0055",'
    '"tel":"03-3733-6143","fax":"03-3737-5479","id":100}\n'
)
LARGE = 512 * 1024 * 1024
OPEN_FILES = 8192  # for 1,000 connections in one process, and in what it is started from here


class Server:
    """Runs while its `with` block does. Everything in its folder goes with it."""

    def __enter__(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
        self._temporary = tempfile.TemporaryDirectory()
        self._process = None
        self.folder = pathlib.Path(self._temporary.name)
        try:
            self._make_files()
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self._stop()
        self._temporary.cleanup()

    @property
    def connections(self):
        """How many connections were made to it so far, this question's included."""
        with urllib.request.urlopen(f"{self.http}/connections", timeout=10) as response:
            return int(re.search(r"requests\s+(\d+)", response.read().decode())[1])

    @property
    def large_file(self):
        return self.folder / "files" / "zeros.bin"

    @property
    def certificates(self):
        return self.folder / "server.crt"

    def _make_files(self):
        (self.folder / "temp").mkdir()
        (self.folder / "files").mkdir()
        company = COMPANY.encode()
        assert len(company) == 176
        (self.folder / "files" / "company.json").write_bytes(company)
        with open(self.large_file, "wb") as file:
            file.truncate(LARGE)  # zeros that take no room on the disk
        self._make_certificate()

    def _make_certificate(self):
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "server.key"]
        name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
        command = ["openssl", "req", "-x509", *key, *name, "-days", "2", "-out", "server.crt"]
        subprocess.run(command, cwd=self.folder, check=True, stderr=subprocess.DEVNULL)

    def _start(self):
        """nginx cannot bind port 0: takes ports that are free now, and others if they are gone by then."""
        template = pathlib.Path(__file__).parent.parent.joinpath("nginx.conf").read_text()
        for _ in range(10):
            http, https = free_ports(2)
            config = template.replace("HTTP_PORT", str(http)).replace("HTTPS_PORT", str(https))
            (self.folder / "nginx.conf").write_text(config)
            with open(self.folder / "nginx.log", "w") as log:
                command = ["nginx", "-p", f"{self.folder}/", "-c", "nginx.conf"]
                self._process = subprocess.Popen(command, stdout=log, stderr=log)
            if self._is_up():
                self.http, self.https = f"http://127.0.0.1:{http}", f"https://127.0.0.1:{https}"
                return
        raise SystemExit(f"bench: nginx did not start\n{(self.folder / 'nginx.log').read_text()}")

    def _is_up(self):
        """nginx writes its number once it has the ports."""
        for _ in range(400):
            number = self.folder / "nginx.pid"
            if number.exists() and number.read_text():
                return True
            if self._process.poll() is not None:
                return False
            time.sleep(0.05)
        self._stop()
        return False

    def _stop(self):
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
