import { allCapabilityKeys, capabilityKeys, type Expectation } from '@collagility/adapters/capabilities';
import { allProviderFaults, faultCell, providerFaults } from '@collagility/adapters/provider-faults';
import type { AgentAdapterRegistry, DetectedAgent } from '@collagility/adapters/registry';
import { padEnd, type Style, width } from '../terminal/style.ts';
import { type Surroundings, writeLines } from './say.ts';

const words: Record<Expectation['status'], string> = { required: 'yes', unsupported: 'no', known_limitation: 'partly' };

/** `agents`: what each agent can do, and which ones are here. */
export async function agentsCommand(
  registry: AgentAdapterRegistry,
  json: boolean,
  { env, stdout, style }: Surroundings,
): Promise<void> {
  const detected = await registry.detectAll(env);
  if (json)
    writeLines(
      stdout,
      detected.map((agent) => JSON.stringify(asJson(agent))),
    );
  else writeLines(stdout, [...agentsTable(detected.filter(isHere), style), ...elsewhere(detected, style)]);
}

function asJson({ factory, detection }: DetectedAgent) {
  const { row } = factory;
  const capabilities = Object.fromEntries(allCapabilityKeys.map((key) => [key, row.expectations[key]]));
  const { resume, restart, credentialScope, unproven } = row;
  return {
    type: 'agent',
    id: factory.provider,
    name: factory.name,
    ...detection,
    resume,
    restart,
    credentialScope,
    ...(unproven === undefined ? {} : { unproven }),
    capabilities,
    ...(row.faults === undefined ? {} : { faults: row.faults }),
  };
}

const isHere = ({ detection }: DetectedAgent): boolean => detection.installed;

/** One line for each agent that is known and not here: a column for each would fill no screen. */
function elsewhere(detected: readonly DetectedAgent[], style: Style): string[] {
  const lines = detected
    .filter((agent) => !isHere(agent))
    .map(({ factory, detection }) => {
      const tried = factory.row.unproven === undefined ? '' : style.quiet(` (not tried: ${factory.row.unproven})`);
      return `  ${padEnd(`${factory.name} (${factory.provider})`, 34)} ${detection.fix ?? 'not installed'}${tried}`;
    });
  return lines.length === 0 ? [] : [`  ${style.bold('Known, and not installed here')}`, ...lines, ''];
}

/** One column per agent; a limit is told in words below. */
function agentsTable(detected: readonly DetectedAgent[], style: Style): string[] {
  const rows: string[][] = [
    ['', ...detected.map(({ factory }) => `${factory.name} (${factory.provider})`)],
    ['here', ...detected.map(whereabouts)],
    ...allCapabilityKeys.map((key) => [
      capabilityKeys[key],
      ...detected.map(({ factory }) => words[factory.row.expectations[key].status]),
    ]),
    ...allProviderFaults.map((fault) => [
      providerFaults[fault],
      ...detected.map(({ factory }) => {
        const reading = factory.row.faults?.[fault];
        return reading === undefined ? 'not tried' : faultCell(reading);
      }),
    ]),
    ['credential', ...detected.map(({ factory }) => factory.row.credentialScope)],
  ];
  const columns = rows[0]?.map((_cell, at) => Math.max(...rows.map((row) => width(row[at] ?? '')))) ?? [];
  const paint = (cell: string, row: number, column: number): string => {
    if (row === 0 || column === 0) return style.bold(cell);
    return cell === 'no' ? style.quiet(cell) : cell === 'partly' ? style.warn(cell) : cell;
  };
  const table = rows.map((row, at) =>
    `  ${row.map((cell, column) => padEnd(paint(cell, at, column), columns[column] ?? 0)).join('   ')}`.trimEnd(),
  );
  const limits = detected.flatMap(({ factory }) =>
    allCapabilityKeys.flatMap((key) => {
      const { status, reason, link } = factory.row.expectations[key];
      if (status !== 'known_limitation') return [];
      return [
        `  ${factory.name}, ${capabilityKeys[key].toLowerCase()}: ${reason}${link === undefined ? '' : ` ${link}`}`,
      ];
    }),
  );
  const faults = detected.flatMap(({ factory }) =>
    allProviderFaults.flatMap((fault) => {
      const reading = factory.row.faults?.[fault];
      if (reading === undefined || typeof reading === 'string') return [];
      return [`  ${factory.name}, ${providerFaults[fault].toLowerCase()}: ${reading.reason}`];
    }),
  );
  const notes = [limits, faults].flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines]));
  return ['', ...table, ...notes, ''];
}

export function whereabouts({ detection }: DetectedAgent): string {
  if (!detection.installed) return 'not installed';
  const version = detection.version === undefined ? 'yes' : detection.version;
  return detection.loggedIn === false ? `${version}, not logged in` : version;
}
