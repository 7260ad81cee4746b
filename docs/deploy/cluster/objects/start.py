"""Starts OpenStack Swift, an object store with the API of S3, on one machine and one disk. For trying out and for tests.

OBJECTS_FOLDER  where everything is kept
OBJECTS_HOST    address to listen on
OBJECTS_PORT    port to listen on; 0: any free port
OBJECTS_BUCKET  bucket that is made at the start
OBJECTS_DOMAIN  hosts below this name are buckets; may be left out
OBJECTS_UPDATE_SECONDS: pause between two runs that bring late objects to the listings; 5 if left out
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: the only keys. The first is written ACCOUNT:USER.

Says "listening on URL" when the bucket can be used. Ends by SIGTERM, and when one of its processes ends.
"""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

# Packages of Debian: swift-proxy, swift-account, swift-container, swift-object, memcached.
from swift.common.ring import RingBuilder

servers = ['account', 'container', 'object']
filters = ['catch_errors', 'gatekeeper', 'healthcheck', 'proxy_logging', 'memcache', 'listing_formats', 'bulk', 's3api', 'tempauth', 'slo', 'dlo']
longest_start_seconds = 300
updater_seconds = int(os.environ.get('OBJECTS_UPDATE_SECONDS') or 5)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    folder, host, bucket, key, secret = (read(name) for name in
        ['OBJECTS_FOLDER', 'OBJECTS_HOST', 'OBJECTS_BUCKET', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    if key.count(':') != 1 or any(c in key + secret for c in ' _\n'):
        fail('AWS_ACCESS_KEY_ID must be ACCOUNT:USER. Neither key may hold a space, a line break or "_".')
    if not read('OBJECTS_PORT').isdecimal():
        fail('OBJECTS_PORT must be a whole number.')
    ports = find_free_ports(['cache', *servers])
    port = int(read('OBJECTS_PORT')) or find_free_ports(['proxy'])['proxy']
    settings = os.path.join(folder, 'settings')
    shutil.rmtree(settings, ignore_errors=True)
    for path in [settings, os.path.join(folder, 'disks', 'one')]:
        os.makedirs(path, exist_ok=True)
    make_rings(settings, ports)
    write_settings(settings, os.path.join(folder, 'disks'), {'host': host, 'port': port, 'key': key, 'secret': secret}, ports)

    commands = [['memcached', '-l', '127.0.0.1', '-p', str(ports['cache']), '-m', '16']]
    commands += [[f'swift-{name}-server', os.path.join(settings, f'{name}.conf')] for name in [*servers, 'proxy']]
    running = []
    try:
        running += [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for command in commands]
        url = f'http://{"127.0.0.1" if host == "0.0.0.0" else host}:{port}'
        # The proxy answers before the others listen, and would then refuse calls for a minute.
        wait_for(running, lambda: all(map(is_listened, ports.values())) and answers(f'{url}/healthcheck'))
        wait_for(running, lambda: make_bucket(url, key, secret, bucket))
        # Brings to the listings what the container server was too slow for. The updater of containers would count for accounts only, and take most of
        # a processor. By SIGTERM an updater ends its whole group, so it has a group of its own.
        running.append(subprocess.Popen(['swift-object-updater', os.path.join(settings, 'object.conf')], start_new_session=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
        print(f'listening on {url}', flush=True)
        wait_for(running, lambda: False, None)
    finally:
        for one in running:
            one.terminate()
        for one in running:
            one.wait()


def read(name):
    return os.environ.get(name) or fail(f'{name} is missing in the environment. Set it.')


def fail(message):
    sys.exit(f'start.py: {message}')


def find_free_ports(names):
    """All are open at the same moment, so that no two are the same."""
    sockets = [socket.create_server(('127.0.0.1', 0)) for _ in names]
    ports = {name: one.getsockname()[1] for name, one in zip(names, sockets)}
    for one in sockets:
        one.close()
    return ports


def make_rings(settings, ports):
    """Which disk holds what. There is one disk, so the ports may be others at the next start."""
    for name in servers:
        here = {'ip': '127.0.0.1', 'port': ports[name], 'replication_ip': '127.0.0.1', 'replication_port': ports[name]}
        ring = RingBuilder(4, 1, 0)
        ring.add_dev({'region': 1, 'zone': 1, 'device': 'one', 'weight': 1, **here})
        ring.rebalance()
        ring.get_ring().save(os.path.join(settings, f'{name}.ring.gz'))


def write_settings(settings, disks, outside, ports):
    user = subprocess.check_output(['id', '-un'], text=True).strip()
    common = {'workers': 0, 'user': user, 'swift_dir': settings, 'log_address': '/dev/null', 'log_level': 'ERROR'}
    write(settings, 'swift', {
        # Where objects lie on the disk depends on these two: the same at each start.
        'swift-hash': {'swift_hash_path_prefix': 'pdfgen', 'swift_hash_path_suffix': 'pdfgen'},
        'storage-policy:0': {'name': 'gold', 'default': 'yes'},
    })
    for name in servers:
        own = {'bind_ip': '127.0.0.1', 'bind_port': ports[name], 'devices': disks, 'mount_check': False, 'disable_fallocate': True}
        write(settings, name, {
            'DEFAULT': {**common, **own, 'recon_cache_path': settings},
            'pipeline:main': {'pipeline': f'{name}-server'},
            # Swift waits 1 s for the listing by default. A busy machine needs longer; else the listing lacks the object until the updater runs.
            f'app:{name}-server': {'use': f'egg:swift#{name}', **({'container_update_timeout': 5} if name == 'object' else {})},
            **({'object-updater': {'interval': updater_seconds, 'concurrency': 1}} if name == 'object' else {}),
        })
    account, name = outside['key'].split(':')
    domain = os.environ.get('OBJECTS_DOMAIN')
    more = {
        'memcache': {'memcache_servers': f'127.0.0.1:{ports["cache"]}'},
        's3api': {'location': 'us-east-1', 's3_acl': False, 'dns_compliant_bucket_names': False,
                  **({'storage_domain': domain} if domain else {})},
        'tempauth': {f'user_{account}_{name}': f'{outside["secret"]} .admin'},
    }
    write(settings, 'proxy', {
        'DEFAULT': {**common, 'bind_ip': outside['host'], 'bind_port': outside['port']},
        'pipeline:main': {'pipeline': ' '.join([*filters, 'proxy_logging', 'proxy-server'])},
        **{f'filter:{name}': {'use': f'egg:swift#{name}', **more.get(name, {})} for name in filters},
        # A slow answer on a busy machine must not shut out the only disk.
        'app:proxy-server': {'use': 'egg:swift#proxy', 'account_autocreate': True, 'allow_account_management': True,
                             'error_suppression_limit': 1_000_000},
    })


def write(settings, name, sections):
    lines = [line for section, members in sections.items()
             for line in [f'[{section}]', *(f'{key} = {value}' for key, value in members.items())]]
    with open(os.open(os.path.join(settings, f'{name}.conf'), os.O_CREAT | os.O_WRONLY, 0o600), 'w') as file:
        file.write('\n'.join([*lines, '']))


def wait_for(running, is_done, seconds=longest_start_seconds):
    end = None if seconds is None else time.monotonic() + seconds
    while not is_done():
        ended = next((one for one in running if one.poll() is not None), None)
        if ended:
            fail(f'this process ended: {" ".join(ended.args)}')
        if end and time.monotonic() > end:
            fail(f'Swift did not start within {seconds} s.')
        time.sleep(0.1)


def is_listened(port):
    try:
        socket.create_connection(('127.0.0.1', port), 1).close()
        return True
    except OSError:
        return False


def answers(url):
    try:
        return call('GET', url).status == 200
    except OSError:
        return False


def make_bucket(url, key, secret, bucket):
    """By the API of Swift, which needs no signature: there a bucket is a container."""
    try:
        greeting = call('GET', f'{url}/auth/v1.0', {'X-Auth-User': key, 'X-Auth-Key': secret})
        token = greeting.headers['X-Auth-Token']
        call('PUT', f'{greeting.headers["X-Storage-Url"]}/{bucket}', {'X-Auth-Token': token})
        return True
    except urllib.error.HTTPError as error:
        if error.code < 500:
            fail(f'the bucket {json.dumps(bucket)} is not made: {error}')
        return False
    except OSError:
        return False


def call(method, url, headers={}):
    return urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers), timeout=30)


main()
