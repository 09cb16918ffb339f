"""The server behind nginx with TLS, configured as docs/operations.md says.

Not here: the server by itself. The configuration is read out of the page; only places are changed.
"""
import base64
import http.client
import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import time

from client import SUBPROTOCOL, Server, check, free_port, new_folder, run

NAME = "cards.example.org"
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NGINX = shutil.which("nginx") or os.path.join(ROOT, ".cache", "nginx", "usr", "sbin", "nginx")
PAGE = os.path.join(ROOT, "docs", "operations.md")


def certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=" + NAME, "-addext",
                    "subjectAltName=DNS:" + NAME, "-keyout", folder + "/privkey.pem", "-out",
                    folder + "/fullchain.pem"], check=True, capture_output=True)


class Proxy:
    """nginx in a folder of its own, in front of a server."""

    def __init__(self, server):
        self.folder = new_folder()
        self.port = free_port()
        certificate(self.folder)
        block = re.search(r"```nginx\n(.*?)```", open(PAGE).read(), re.S)[1]
        changed = (block.replace("listen 443 ssl", "listen 127.0.0.1:%d ssl" % self.port)
                   .replace("127.0.0.1:8080", "127.0.0.1:%d" % server.port)
                   .replace("/etc/letsencrypt/live/cards.example.org", self.folder))
        check("8080" not in changed and "letsencrypt" not in changed, "the page is read")
        places = "".join("%s_temp_path %s/%s;" % (name, self.folder, name) for name in
                         ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(self.folder + "/nginx.conf", "w") as file:
            file.write("daemon off; pid %s/pid; error_log %s/error;\nevents {}\n"
                       "http { access_log off; %s\n%s}\n"
                       % (self.folder, self.folder, places, changed))
        self.process = subprocess.Popen([NGINX, "-p", self.folder, "-c",
                                         self.folder + "/nginx.conf"], stderr=subprocess.PIPE)
        self.trust = ssl.create_default_context(cafile=self.folder + "/fullchain.pem")

    def connect(self, source="127.0.0.1"):
        end = time.monotonic() + 20
        while True:
            check(self.process.poll() is None, "nginx ended:", self.process.stderr.read()
                  if self.process.poll() is not None else "")
            try:
                plain = socket.create_connection(("127.0.0.1", self.port), 20, (source, 0))
                return self.trust.wrap_socket(plain, server_hostname=NAME)
            except ConnectionRefusedError:
                check(time.monotonic() < end, "nginx does not listen")
                time.sleep(0.05)

    def ask(self, method, path, body=None, headers=None, source="127.0.0.1", with_headers=False):
        connection = http.client.HTTPConnection(NAME)
        connection.sock = self.connect(source)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return (answer.status, text) + ((dict(answer.getheaders()),) if with_headers else ())

    def open_socket(self):
        tls = self.connect()
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        tls.sendall(("GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Origin: https://%s\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n"
                     "Sec-WebSocket-Protocol: %s\r\n\r\n"
                     % (NAME, NAME, key, SUBPROTOCOL)).encode())
        return tls, tls.recv(4096)

    def close(self):
        self.process.terminate()
        self.process.wait(10)


def with_proxy(claim):
    def checked(program, _brain):
        check(os.path.exists(NGINX) and shutil.which("openssl"), "nginx and openssl are needed")
        server = Server(program, "--host", NAME, "--proxy", "127.0.0.1", "--connections", "3",
                        "--new-tables", "3")
        proxy = Proxy(server)
        try:
            claim(server, proxy)
        finally:
            proxy.close()
            server.close()
    checked.__name__ = claim.__name__
    return checked


@with_proxy
def calls_and_sockets_go_through_tls(server, proxy):
    status, text = proxy.ask("GET", "/healthz")
    check(status == 200 and b'"ok":true' in text, status, text)
    status, text = proxy.ask("POST", "/v1/tables", '{"rules":"two_player"}')
    check(status == 200, status, text)
    tls, head = proxy.open_socket()
    check(head.startswith(b"HTTP/1.1 101"), head)
    tls.sendall(b"\x81\x80\x00\x00\x00\x00")  # an empty message: refused, and answered
    check(b'"FORMAT"' in tls.recv(4096), "a frame is answered")
    tls.close()


@with_proxy
def who_asks_is_who_the_proxy_saw(server, proxy):
    order = '{"rules":"two_player"}'
    liar = {"X-Forwarded-For": "10.9.8.7"}
    statuses = [proxy.ask("POST", "/v1/tables", order, liar)[0] for _ in range(2)]
    check(statuses == [200, 429], "one at once for an address, whatever it says:", statuses)
    check(proxy.ask("POST", "/v1/tables", order, source="127.0.0.2")[0] == 200, "another address")


@with_proxy
def a_proxy_is_not_one_address(server, proxy):
    held = [proxy.open_socket() for _ in range(3)]
    check(all(head.startswith(b"HTTP/1.1 101") for _, head in held), "three are let in")
    tls, head = proxy.open_socket()
    check(b" 429 " in head, "a fourth of the same address:", head)
    check(proxy.ask("GET", "/healthz", source="127.0.0.2")[0] == 200, "another address")
    for tls, _ in held:
        tls.close()


@with_proxy
def keys_are_kept_for_tls_alone(server, proxy):
    def cookie(headers=None, direct=False, source="127.0.0.1"):
        if direct:
            _, heard, text = server.request("POST", "/v1/me", '{"name":"A"}', headers, source)
        else:
            _, text, heard = proxy.ask("POST", "/v1/me", '{"name":"A"}', headers, with_headers=True)
        return {name.lower(): value for name, value in heard.items()}["set-cookie"].split("; ")

    check("Secure" in cookie(), "by the configuration of the page")
    check("Secure" in cookie({"X-Forwarded-Proto": "http"}), "whatever a browser says")
    for said, secure in (({}, True), ({"X-Forwarded-Proto": "https"}, True),
                         ({"X-Forwarded-Proto": "http"}, False),
                         ({"X-Forwarded-Proto": "https, HTTP"}, False),
                         ({"X-Forwarded-Proto": "http, https"}, True)):
        check(("Secure" in cookie(said, direct=True)) == secure, "the proxy says", said)
        check("Secure" not in cookie(said, direct=True, source="127.0.0.5"), "another says", said)


if __name__ == "__main__":
    run([calls_and_sockets_go_through_tls, who_asks_is_who_the_proxy_saw,
         a_proxy_is_not_one_address, keys_are_kept_for_tls_alone])
