#!/bin/sh
# Makes the keys and certificates beside it with OpenSSL 3. They are for tests alone: everybody can read the keys. The password of each .p12 is `geheim`,
# where its name says no other. Run it when a kind of key is added; the certificates hold for a hundred years.
set -eu
cd "$(dirname "$0")"
years="-days 36500"
sign() { openssl x509 -req -in csr -CA ca.pem -CAkey ca.key -CAcreateserial $years "$@"; }
export_p12() { openssl pkcs12 -export "$@"; }

openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem $years -subj '/CN=Test CA'
make() {
  name=$1
  shift
  openssl req -newkey "$@" -nodes -keyout "$name.key" -out csr -subj '/O=Gratwerk AG/CN=Réto Müller' -utf8
  sign -out "$name.pem"
  export_p12 -inkey "$name.key" -in "$name.pem" -certfile ca.pem -out "$name.p12" -passout pass:geheim
}
make rsa rsa:2048
make p256 ec -pkeyopt ec_paramgen_curve:P-256
make p521 ec -pkeyopt ec_paramgen_curve:P-521
make ed ed25519
make weak rsa:1024
export_p12 -legacy -inkey rsa.key -in rsa.pem -out old.p12 -passout pass:geheim
export_p12 -nokeys -in rsa.pem -out no-key.p12 -passout pass:geheim
export_p12 -inkey rsa.key -in rsa.pem -out umlaut.p12 -passout pass:schön
export_p12 -inkey rsa.key -in rsa.pem -out open.p12 -passout pass:
export_p12 -iter 65536 -nomac -inkey rsa.key -in rsa.pem -out slow.p12 -passout pass:geheim

# For servers with TLS alone.
openssl req -x509 -newkey rsa:2048 -nodes -keyout tls.key -out tls.pem $years -subj '/CN=Test server' \
  -addext 'keyUsage=critical,keyEncipherment' -addext 'extendedKeyUsage=serverAuth'
export_p12 -inkey tls.key -in tls.pem -out tls.p12 -passout pass:geheim

# A time stamp server. old.tsr is its time stamp of something that no test signs.
openssl req -newkey rsa:2048 -nodes -keyout tsa.key -out csr -subj '/CN=Test TSA'
echo 'extendedKeyUsage=critical,timeStamping' >tsa.ext
sign -extfile tsa.ext -out tsa.pem
echo something | openssl ts -query -cert -sha256 -out query
openssl ts -reply -config tsa.cnf -section t -queryfile query -signer tsa.pem -inkey tsa.key -chain ca.pem -out old.tsr
rm -f csr query tsa.ext serial serial.old ca.key ca.srl tls.key tls.pem p256.key p256.pem p521.key p521.pem ed.key ed.pem weak.key weak.pem rsa.key
