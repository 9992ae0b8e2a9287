import { realpathSync } from 'node:fs';
import { findSecretValues } from '../redaction/find-secrets.ts';
import { formatNeedles } from '../redaction/key-formats.ts';
import { type Places, placeNeedles } from '../redaction/place-needles.ts';
import { Redactor } from '../redaction/redactor.ts';
import { valueNeedles } from '../redaction/secret-values.ts';

export type SecretsOptions = {
  workspacePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  homePath: string;
  hostName: string;
};

/** The room's redactor, how to read again what is secret, and another folder whose secrets are the room's too. Values once seen stay hidden: the transcript has them. */
export function openSecrets(options: SecretsOptions): {
  redactor: Redactor;
  refresh(): void;
  addFolder(path: string): void;
} {
  const { workspacePath, environment, homePath, hostName } = options;
  const places: Places = { workspacePaths: [workspacePath, realOf(workspacePath)], homePath, hostName };
  let fixed = [...formatNeedles, ...placeNeedles(places)];
  const values = new Set<string>();
  const redactor = new Redactor(fixed);
  const folders = new Set([workspacePath]);
  const refresh = () => {
    const before = values.size;
    for (const folder of folders) for (const value of findSecretValues(folder, environment)) values.add(value);
    if (values.size > before) redactor.setNeedles([...valueNeedles(values), ...fixed]);
  };
  refresh();
  const addFolder = (path: string) => {
    folders.add(path);
    const beside = [...folders].filter((folder) => folder !== workspacePath);
    const ownPaths = beside.map((own) => [own, realOf(own)] as const);
    fixed = [...formatNeedles, ...placeNeedles({ ...places, ownPaths })];
    refresh();
    redactor.setNeedles([...valueNeedles(values), ...fixed]);
  };
  return { redactor, refresh, addFolder };
}

/** Where a path really leads, as far as it exists. */
export function realOf(path: string): string {
  const parts = path.split(/(?<=[\\/])/);
  for (let length = parts.length; length > 0; length -= 1) {
    const front = parts.slice(0, length).join('');
    try {
      const real = realpathSync(front);
      const rest = parts.slice(length).join('');
      return rest === '' ? real : `${real.replace(/[\\/]$/, '')}/${rest}`;
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
    }
  }
  return path;
}
