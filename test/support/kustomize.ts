// Resolves the part of kustomize that docs/deploy/kubernetes uses. A field that is not known here is an error.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
}

interface Image {
  readonly name: string;
  readonly newName: string;
  readonly newTag: string;
}

interface Generator {
  readonly name: string;
  readonly behavior?: 'create' | 'merge';
  readonly envs: readonly string[];
}

interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configMapGenerator?: readonly Generator[];
  readonly namespace?: string;
  readonly images?: readonly Image[];
}

const versions = { Kustomization: 'kustomize.config.k8s.io/v1beta1', Component: 'kustomize.config.k8s.io/v1alpha1' } as const;
const fields = ['resources', 'components', 'configMapGenerator', 'namespace', 'images'];

/** The manifests of a folder with a `kustomization.yaml`. */
export function buildManifests(folder: string): readonly Manifest[] {
  return accumulate(folder, 'Kustomization', []);
}

function accumulate(folder: string, as: keyof typeof versions, given: readonly Manifest[]): readonly Manifest[] {
  const { resources = [], components = [], configMapGenerator = [], namespace, images = [] } = readKustomization(folder, as);
  let found = [...given, ...resources.flatMap((path) => readResource(join(folder, path)))];
  for (const generator of configMapGenerator) found = generate(folder, generator, found);
  for (const path of components) found = [...accumulate(join(folder, path), 'Component', found)];
  return found.map((one) => setImages(namespace === undefined ? one : setNamespace(one, namespace), images));
}

function readKustomization(folder: string, as: keyof typeof versions): Kustomization {
  const { apiVersion, kind, ...rest } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Record<
    string,
    unknown
  >;
  if (kind !== as || apiVersion !== versions[as]) throw new Error(`${folder} must be a ${as} of ${versions[as]}.`);
  const unknown = Object.keys(rest).filter((name) => !fields.includes(name));
  if (unknown.length > 0) throw new Error(`${folder}: this test does not know ${unknown.join(', ')}.`);
  return rest;
}

function readResource(path: string): readonly Manifest[] {
  if (statSync(path).isDirectory()) return buildManifests(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((one) => one.toJS() as Manifest);
}

function generate(folder: string, { name, behavior = 'create', envs }: Generator, found: readonly Manifest[]): Manifest[] {
  const data = Object.fromEntries(envs.flatMap((path) => readEnvFile(join(folder, path))));
  const before = found.find((one) => one.kind === 'ConfigMap' && one.metadata.name === name);
  if ((before === undefined) !== (behavior === 'create')) throw new Error(`${folder}: ${name} cannot be made by ${behavior}.`);
  const after = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { ...(before?.data as object), ...data } };
  return [...found.filter((one) => one !== before), after];
}

function readEnvFile(path: string): readonly (readonly [string, string])[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`${path}: no NAME=value: ${line}`);
      return [name, value!] as const;
    });
}

function setNamespace(one: Manifest, namespace: string): Manifest {
  return one.kind === 'Namespace' ? one : { ...one, metadata: { ...one.metadata, namespace } };
}

function setImages(one: Manifest, images: readonly Image[]): Manifest {
  const text = JSON.stringify(one, (name, value: unknown) => {
    const image = name === 'image' ? images.find((of) => of.name === value) : undefined;
    return image ? `${image.newName}:${image.newTag}` : value;
  });
  return JSON.parse(text) as Manifest;
}
