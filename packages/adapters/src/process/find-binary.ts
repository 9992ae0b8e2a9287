import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { type BinaryProbe, type BinaryResolution, resolveBinary } from './resolve-binary.ts';

/** A launcher is a few lines; a program is not read whole. */
const shimBytes = 8 * 1024;

/** `resolveBinary` on this machine. */
export function findBinary(
  nameOrPath: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): BinaryResolution {
  const probe: BinaryProbe = {
    platform: process.platform,
    environment,
    isExecutable,
    readText,
    nodePath: process.execPath,
  };
  return resolveBinary(nameOrPath, probe);
}

function isExecutable(path: string): boolean {
  try {
    if (process.platform !== 'win32') accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function readText(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    const bytes = Buffer.alloc(shimBytes);
    const length = readSync(file, bytes, 0, shimBytes, 0);
    closeSync(file);
    return bytes.toString('utf8', 0, length);
  } catch {
    return undefined;
  }
}
