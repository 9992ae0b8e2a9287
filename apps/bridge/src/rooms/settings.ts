import * as v from 'valibot';
import { BridgeError } from '../bridge-error.ts';
import type { DataDirectory } from './data-directory.ts';
import { readJson, writePrivateJson } from './private-file.ts';

const Settings = v.object({ relay: v.optional(v.string()) });

/** The relay that `relay use` remembered. */
export function rememberedRelay(data: DataDirectory): string | undefined {
  const found = readJson(data.settingsFile, Settings);
  if (found.state === 'damaged') {
    throw new BridgeError(
      'setUp',
      'settings_damaged',
      `The settings in ${data.settingsFile} cannot be read (${found.why}).`,
      ['Correct or delete that file; rooms are kept elsewhere and are not touched.'],
    );
  }
  return found.state === 'read' ? found.value.relay : undefined;
}

export function rememberRelay(data: DataDirectory, relay: string | undefined): void {
  writePrivateJson(data.settingsFile, relay === undefined ? {} : { relay });
}
