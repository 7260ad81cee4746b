// Installs the programs outside npm that the tests need, with apt-get. If it cannot install them, it lists them and fails.
import { spawnSync } from 'node:child_process';

/** Loop of tests -> program -> the Debian package that contains it. */
const loops = {
  test: {
    qpdf: 'qpdf',
    pdftotext: 'poppler-utils',
    pdftoppm: 'poppler-utils',
    pdffonts: 'poppler-utils',
    zbarimg: 'zbar-tools',
    'chromium-headless-shell': 'chromium-headless-shell',
    // PDFGEN_TEST_POSTGRES names a running server instead.
    ...(!process.env.PDFGEN_TEST_POSTGRES && { initdb: 'postgresql' }),
  },
  rest: {
    // What guides type, and a terminal.
    curl: 'curl',
    jq: 'jq',
    openssl: 'openssl',
    unzip: 'unzip',
    script: 'bsdutils',
    pgrep: 'procps',
    'systemd-analyze': 'systemd',
    prometheus: 'prometheus',
    promtool: 'prometheus',
    // The compiler of Java, for the program that validates XML. Java itself comes with it.
    java: 'default-jdk-headless',
    javac: 'default-jdk-headless',
    // PDFBox preflight, which judges PDF/A-1, with the libraries that its package does not name.
    '/usr/share/java/preflight.jar': 'libpdfbox2-java',
    '/usr/share/java/commons-io.jar': 'libcommons-io-java',
    '/usr/share/java/javax.activation.jar': 'libactivation-java',
    '/usr/share/java/jaxb-api.jar': 'libjaxb-api-java',
    pgbouncer: 'pgbouncer',
    // The object store of the tests. PDFGEN_TEST_S3 names a running store instead.
    ...(!process.env.PDFGEN_TEST_S3 && {
      'swift-proxy-server': 'swift-proxy',
      'swift-account-server': 'swift-account',
      'swift-container-server': 'swift-container',
      'swift-object-server': 'swift-object',
      memcached: 'memcached',
    }),
  },
};
/** `test`: the programs of `npm test`. `rest`: those of `npm run test:rest`, which needs the others too. */
const tools = process.argv[2] === 'rest' ? { ...loops.test, ...loops.rest } : loops.test;

// A program, or the path of a file. Debian keeps the programs of PostgreSQL in a folder for each version, and servers in folders of the administrator.
const isThere = (program) =>
  spawnSync('sh', [
    '-c',
    `command -v ${program} || ls ${program.startsWith('/') ? program : `/usr/sbin/${program}`} /usr/lib/postgresql/*/bin/${program} 2>/dev/null | grep .`,
  ]).status === 0;
const missing = Object.keys(tools).filter((program) => !isThere(program));
const packages = [...new Set(missing.map((program) => tools[program]))];

if (packages.length > 0 && process.getuid?.() === 0 && isThere('apt-get')) {
  console.error(`Installing ${packages.join(', ')} …`);
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
}
const left = missing.filter((program) => !isThere(program));
if (left.length > 0) {
  console.error(`The tests need ${left.join(', ')}. Install them first: sudo apt-get install ${packages.join(' ')}`);
  process.exit(1);
}
