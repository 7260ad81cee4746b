// docs/deploy/kubernetes without a cluster: the manifests against the published schemas, their references, and each command in them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { serveOptions } from '../../src/cli/serve/serve-options.ts';
import { completeSettings } from '../../src/settings/server-settings.ts';
import { makeCluster } from '../support/cluster.ts';
import { type Container, openContainer, readImage, renderBatch } from '../support/container.ts';
import { buildManifests, type Manifest } from '../support/kustomize.ts';
import { makeFolder } from '../support/run-cli.ts';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface PodContainer {
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly EnvVariable[];
  readonly envFrom?: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  readonly ports?: readonly { name: string; containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly volumeMounts?: readonly { name: string; mountPath: string }[];
}
interface EnvVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}
interface Pod {
  readonly containers: readonly [PodContainer];
  readonly terminationGracePeriodSeconds?: number;
  readonly volumes?: readonly { name: string; emptyDir?: { sizeLimit: string }; secret?: { secretName: string } }[];
}
type Labels = Readonly<Record<string, string>>;
interface Workload extends Manifest {
  readonly spec: {
    readonly selector: { readonly matchLabels: Labels };
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
    readonly strategy: object;
  };
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const place = join(root, 'docs/deploy/kubernetes');
const guide = readFileSync(join(place, 'README.md'), 'utf8');
const built = Object.fromEntries(
  ['base', 'expand', 'contract', 'example', 'example/expand', 'example/contract'].map((name) => [
    name,
    buildManifests(join(place, name)),
  ]),
);
const example = built.example!;
const find = <T extends Manifest>(kind: string, name: string, among = example) =>
  among.find((one) => one.kind === kind && one.metadata.name === name) as T;
const [server, worker] = ['pdfgen-server', 'pdfgen-worker'].map((name) => find<Workload>('Deployment', name)) as [
  Workload,
  Workload,
];
const jobs = ['expand', 'contract'].map((name) => find<Workload>('Job', `pdfgen-${name}`, built[`example/${name}`]));
const podOf = (one: Workload) => one.spec.template.spec;
const containerOf = (one: Workload) => podOf(one).containers[0];

/** Where the package of the schemas has a kind: `kubernetes-models/apps/v1/Deployment`. */
function moduleOf({ apiVersion, kind }: Manifest): string {
  const family = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models';
  return `${family}/${apiVersion}/${kind}`;
}

/** What TypeScript says of manifests, as literals of the types that are generated from the published schemas: also unknown properties. */
function findTypeFaults(manifests: readonly Manifest[]): string {
  const folder = makeFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const lines = manifests.flatMap((one, n) => [
    `import type { I${one.kind} as T${n} } from '${moduleOf(one)}';`,
    `export const of${n}: T${n} = ${JSON.stringify(one, null, 1)};`,
  ]);
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...flags, 'manifests.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
}

/** Formats and patterns, which types cannot say. */
function validate(manifest: Manifest): void {
  const models = createRequire(import.meta.url)(moduleOf(manifest)) as Record<
    string,
    new (
      data: Manifest,
    ) => { validate(): void }
  >;
  new models[manifest.kind]!(manifest).validate();
}

describe('the manifests', () => {
  test('are what the published schemas of Kubernetes and KEDA allow, and a misspelt property is found', () => {
    const all = Object.values(built).flat();
    for (const one of all) validate(one);
    expect(findTypeFaults(all)).toBe('');
    const misspelt = JSON.parse(JSON.stringify(server).replace('"minReadySeconds"', '"minReadySecond"')) as Manifest;
    expect(findTypeFaults([misspelt])).toMatch(/^manifests\.ts.*'"minReadySecond"' does not exist/);
    expect(() => validate({ ...server, spec: { ...server.spec, replicas: 'two' } } as Manifest)).toThrow('must be integer');
  }, 60_000);

  test('hold no secret; each secret that they name is made by a command of the guide', () => {
    expect(
      Object.values(built)
        .flat()
        .map(({ kind }) => kind),
    ).not.toContain('Secret');
    const made = [...guide.matchAll(/create secret generic (\S+) (.*)$/gm)].map(([, name, rest]) => [
      name!,
      [...rest!.matchAll(/--from-(?:file|literal)=([\w.]+)/g)].map(([, key]) => key!),
    ]);
    const secrets = Object.fromEntries(made) as Record<string, string[]>;
    for (const one of [server, worker, ...jobs])
      for (const { valueFrom } of containerOf(one).env ?? [])
        if (valueFrom) expect(secrets[valueFrom.secretKeyRef.name]).toContain(valueFrom.secretKeyRef.key);
    expect(secrets['pdfgen-objects']).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
    const { data } = find<Manifest & { data: Labels }>('ConfigMap', 'pdfgen-settings');
    for (const one of [server, worker]) {
      const [, , volume] = podOf(one).volumes!;
      const [, , mount] = containerOf(one).volumeMounts!;
      expect(data.PDFGEN_MASTER_KEY_FILE).toBe(join(mount!.mountPath, secrets[volume!.secret!.secretName]![0]!));
    }
  });

  test('name only what is there', () => {
    const { data: settings } = find<Manifest & { data: Labels }>('ConfigMap', 'pdfgen-settings');
    expect(settings.PDFGEN_OBJECTS).toContain('acme-pdfgen');
    const isChosen = (labels: Labels, by: Labels) => Object.entries(by).every(([name, value]) => labels[name] === value);
    const labelsOf = (one: Workload) => one.spec.template.metadata.labels;
    for (const one of [server, worker]) {
      expect(isChosen(labelsOf(one), one.spec.selector.matchLabels)).toBe(true);
      const { containerPort } = containerOf(one).ports!.find(({ name }) => name === 'metrics')!;
      expect(String(containerPort)).toBe(settings.PDFGEN_METRICS_PORT);
      const [budget] = example.filter(
        ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === one.metadata.name,
      ) as unknown as readonly { readonly spec: { readonly selector: object } }[];
      expect(budget!.spec.selector).toEqual(one.spec.selector);
    }
    const service = find<Manifest & { spec: { selector: Labels; ports: [{ targetPort: string }] } }>('Service', 'pdfgen').spec;
    expect([server, worker].map((one) => isChosen(labelsOf(one), service.selector))).toEqual([true, false]);
    const portsOf = (one: Workload) => containerOf(one).ports!.map(({ name }) => name);
    expect(portsOf(server)).toContain(service.ports[0].targetPort);
    const scaled = find<Manifest & { spec: { scaleTargetRef: { name: string } } }>('ScaledObject', 'pdfgen-worker').spec;
    expect(scaled.scaleTargetRef.name).toBe(worker.metadata.name);
    // The autoscaler's number would be overwritten at each `apply`.
    expect(worker.spec).not.toHaveProperty('replicas');
    for (const [, path] of guide.matchAll(/apply -k ([\w/]+)/g)) expect(built[path!]).toBeDefined();
    for (const [, path] of guide.matchAll(/apply -f ([\w./]+)/g)) expect(existsSync(join(place, path!))).toBe(true);
    const images = [server, worker, ...jobs].map((one) => containerOf(one).image);
    expect(new Set(images)).toEqual(new Set([/docker push (\S+)/.exec(guide)![1]]));
    for (const one of [server, worker, ...jobs]) expect(one.metadata.namespace).toBe('pdfgen');
  });

  test('satisfy the restricted profile of the Pod Security Standards, with a read-only root and no token', () => {
    for (const one of [server, worker, ...jobs]) {
      expect(podOf(one)).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(containerOf(one)).toMatchObject({
        securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        resources: { requests: { cpu: expect.any(String) as string }, limits: { memory: expect.any(String) as string } },
      });
      for (const { emptyDir, secret } of podOf(one).volumes ?? [])
        expect(emptyDir?.sizeLimit ?? secret?.secretName).toBeDefined();
    }
  });

  test('set only variables that pdfgen reads', () => {
    const { data } = find<Manifest & { data: Labels }>('ConfigMap', 'pdfgen-settings');
    const set = [server, worker, ...jobs].flatMap((one) => (containerOf(one).env ?? []).map(({ name }) => name));
    const known = serveOptions.map(({ variable }) => variable);
    for (const name of [...set, ...Object.keys(data)]) expect(known).toContain(name);
  });

  test('leave a pod the time, the memory and the disk that its settings allow', () => {
    const { data } = find<Manifest & { data: Labels }>('ConfigMap', 'pdfgen-settings');
    const settings = completeSettings({ threads: Number(data.PDFGEN_THREADS) });
    const [, pause] = containerOf(server).lifecycle!.preStop.exec.command;
    expect(podOf(server).terminationGracePeriodSeconds).toBeGreaterThan(Number(pause) + settings.graceSeconds);
    expect(podOf(worker).terminationGracePeriodSeconds).toBeGreaterThan(settings.graceSeconds);
    expect(server.spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } });
    const mebibytes = (text: string) => Number.parseInt(text, 10) * (text.endsWith('Gi') ? 1024 : 1);
    for (const one of [server, worker]) {
      expect(mebibytes(containerOf(one).resources.limits.memory)).toBeGreaterThanOrEqual(settings.renderMemoryMb + 1024);
      const cache = podOf(one).volumes!.find(({ name }) => name === 'cache')!;
      expect(mebibytes(cache.emptyDir!.sizeLimit) * 1024 ** 2).toBeGreaterThan(Number(data.PDFGEN_CACHE_BYTES));
      const tmp = podOf(one).volumes!.find(({ name }) => name === 'tmp')!;
      expect(mebibytes(tmp.emptyDir!.sizeLimit) * 1024 ** 2).toBeGreaterThan(Number(data.PDFGEN_MAX_SPOOL_BYTES));
    }
  });
});

describe('the commands of the manifests', () => {
  /** A container of the workload with its environment as Kubernetes gives it, and the places of this machine. */
  async function openAll() {
    const { settings, env: keys } = await makeCluster();
    const secrets: Readonly<Record<string, Labels>> = { 'pdfgen-database': { url: settings.database }, 'pdfgen-objects': keys };
    const { data } = find<Manifest & { data: Labels }>('ConfigMap', 'pdfgen-settings');
    const maps: Readonly<Record<string, Labels>> = { 'pdfgen-settings': data };
    const here = {
      [data.PDFGEN_OBJECTS!]: settings.objects,
      [data.PDFGEN_MASTER_KEY_FILE!]: settings.masterKeyFile!,
      [data.PDFGEN_CACHE_DIR!]: settings.cacheDir,
      [data.PDFGEN_SPOOL_DIR!]: makeFolder(),
    };
    return (one: Workload): Promise<Container> => {
      const { env = [], envFrom = [] } = containerOf(one);
      const given = envFrom.map(({ configMapRef, secretRef }) =>
        configMapRef ? maps[configMapRef.name]! : secrets[secretRef!.name]!,
      );
      const own = env.map(({ name, value, valueFrom }) => {
        const { secretKeyRef: of } = valueFrom ?? {};
        return [name, of ? secrets[of.name]![of.key]! : value!];
      });
      return openContainer({ env: Object.assign({}, ...given, Object.fromEntries(own)) as Labels, here });
    };
  }

  test('server and worker start, answer their probes, render, and end in their time; both jobs succeed', async () => {
    const open = await openAll();
    const { entrypoint } = readImage('docs/deploy/Dockerfile');
    const [expand, serving, working] = await Promise.all([open(jobs[0]!), open(server), open(worker)]);
    expect(expand.run([...entrypoint, ...containerOf(jobs[0]!).args])).toMatchObject({ status: 0 });
    const [served, worked] = [
      serving.start([...entrypoint, ...containerOf(server).args]),
      working.start([...entrypoint, ...containerOf(worker).args]),
    ];
    const urls = {
      http: await served.says(/listening on (\S+)/),
      metrics: await served.says(/metrics on (\S+)/),
      workerMetrics: await worked.says(/metrics on (\S+)/),
    };
    const { startupProbe, readinessProbe, livenessProbe } = containerOf(server);
    for (const { httpGet } of [startupProbe, readinessProbe!, livenessProbe]) {
      expect(httpGet.port).toBe('http');
      expect((await fetch(new URL(httpGet.path, urls.http))).status).toBe(200);
    }
    for (const { httpGet } of [containerOf(worker).startupProbe, containerOf(worker).livenessProbe]) {
      expect(httpGet.port).toBe('metrics');
      expect((await fetch(new URL(httpGet.path, urls.workerMetrics))).status).toBe(200);
    }
    const [, exec] = /exec deploy\/pdfgen-server -- (.*) teams create/.exec(guide)!;
    await renderBatch(urls.http, (...args) => serving.run([...exec!.split(' '), ...args]));

    // What the autoscaler asks for is there. Prometheus would find one series for each process.
    const metrics = await (await fetch(urls.metrics)).text();
    const { triggers } = (
      find('ScaledObject', 'pdfgen-worker') as unknown as { spec: { triggers: { metadata: { query: string } }[] } }
    ).spec;
    for (const { metadata } of triggers) expect(metrics).toContain(`${/^max\((.*)\)$/.exec(metadata.query)![1]} `);

    const [pause, ...seconds] = containerOf(server).lifecycle!.preStop.exec.command;
    expect(serving.run([pause!, ...seconds.map(() => '0')])).toMatchObject({ status: 0 });
    const left = podOf(server).terminationGracePeriodSeconds! - Number(seconds[0]);
    expect(await Promise.all([served.stop(left), worked.stop(podOf(worker).terminationGracePeriodSeconds!)])).toEqual([0, 0]);
    const contract = await open(jobs[1]!);
    expect(contract.run([...entrypoint, ...containerOf(jobs[1]!).args])).toMatchObject({ status: 0 });
  });
});
