"""Takes connections in front of servers that can't, over TLS or at Unix-domain sockets, and passes on what comes.

    relay.py CERTIFICATE KEY

"listening at PORT" is where to ask. One line on a connection there, "tls TO" or "unix TO PATH", asks for a relay to the
port TO of 127.0.0.1, which lasts as long as that connection; the answer is the relay's own port, or the path. Over TLS it
agrees to HTTP/2 and HTTP/1.1.
"""

import asyncio
import ssl
import sys

context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.set_alpn_protocols(["h2", "http/1.1"])


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except (ConnectionError, ssl.SSLError):
        pass
    writer.close()


async def control(reader, writer):
    kind, to, *path = (await reader.readline()).decode().split()

    async def serve(client_reader, client_writer):
        try:
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", int(to))
        except ConnectionError:
            return client_writer.transport.abort()
        await asyncio.gather(copy(client_reader, server_writer), copy(server_reader, client_writer))

    if kind == "unix":
        server = await asyncio.start_unix_server(serve, path[0])
        place = path[0]
    else:
        # The peer is not waited for to say that it closes too: Python 3.11 would for half a minute.
        patience = {"ssl_shutdown_timeout": 0.01} if sys.version_info >= (3, 11) else {}
        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context, **patience)
        place = server.sockets[0].getsockname()[1]
    writer.write(f"{place}\n".encode())
    await reader.read()
    server.close()
    writer.close()


async def main():
    server = await asyncio.start_server(control, "127.0.0.1", 0)
    print("listening at", server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
