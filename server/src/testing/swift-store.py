"""
An OpenStack Swift with its S3 interface in one process, for tests: everything lies in the given folder, listens on
loopback at free ports, and ends when standard input closes. Prints the port of the S3 interface.

Usage: python3 swift-store.py <folder> <account:user> <secret key> [bucket that is made]
"""
import os
import sys

import eventlet
import eventlet.tpool

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from eventlet import GreenPool, listen, wsgi
from swift.common.ring import RingBuilder
from swift.common.swob import Request
from swift.common.storage_policy import reload_storage_policies
from swift.common import utils
from swift.common.utils import set_swift_dir, NullLogger
from swift.common.wsgi import loadapp

folder, access_key, secret_key = sys.argv[1:4]
account, user = access_key.split(':')
os.makedirs(os.path.join(folder, 'devices', 'd1'), exist_ok=True)


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n[swift-constraints]\nmax_header_size = 16384\n')
write('internal-client.conf', '')
set_swift_dir(folder)
utils.validate_hash_conf()
reload_storage_policies()

COMMON = """[DEFAULT]
swift_dir = %(folder)s
devices = %(folder)s/devices
mount_check = false
workers = 0
log_level = ERROR
fallocate_reserve = 0
""" % {'folder': folder}

sockets = {kind: listen(('127.0.0.1', 0)) for kind in ('account', 'container', 'object')}
for kind, socket in sockets.items():
    builder = RingBuilder(1, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'device': 'd1', 'meta': '',
                     'port': socket.getsockname()[1], 'replication_ip': '127.0.0.1',
                     'replication_port': socket.getsockname()[1]})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, '%s.ring.gz' % kind))

# All of it shares one process and, in tests, a busy machine. A server that is slow once would otherwise count as broken,
# and one that counts as broken so often gets no requests for a minute.
PATIENT = 'conn_timeout = 30\nnode_timeout = 60\nrecoverable_node_timeout = 60\nerror_suppression_limit = 1000000\n'

proxy_conf = write('proxy-server.conf', COMMON + """
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth copy slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
%(patient)s
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
allow_no_owner = true
s3_acl = false
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_%(account)s_%(user)s = %(secret)s .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:proxy-logging]
use = egg:swift#proxy_logging
""" % {'account': account, 'user': user, 'secret': secret_key, 'patient': PATIENT})

pool = GreenPool(2000)
for kind, socket in sockets.items():
    conf = write('%s-server.conf' % kind, COMMON + '[pipeline:main]\npipeline = server\n[app:server]\nuse = egg:swift#%s\n' % kind)
    eventlet.spawn(wsgi.server, socket, loadapp(conf), NullLogger(), custom_pool=pool)
proxy = listen(('127.0.0.1', 0))
eventlet.spawn(wsgi.server, proxy, loadapp(proxy_conf), NullLogger(), custom_pool=pool)
if len(sys.argv) > 4:
    without_keys = write('without-keys.conf', COMMON + """
[pipeline:main]
pipeline = catch_errors cache proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
%(patient)s
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
""" % {'patient': PATIENT})
    path = '/v1/AUTH_%s/%s' % (account, sys.argv[4])
    made = Request.blank(path, method='PUT').get_response(loadapp(without_keys))
    if made.status_int // 100 != 2:
        sys.exit('the bucket was not made: %s' % made.status)
print(proxy.getsockname()[1], flush=True)

while True:
    if eventlet.tpool.execute(sys.stdin.buffer.read, 1) == b'':
        os._exit(0)
