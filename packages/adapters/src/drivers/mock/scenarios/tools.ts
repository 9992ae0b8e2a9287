import { createHash } from 'node:crypto';
import { demoFolder } from '../demo-folder.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage, ToolWords } from '../stage.ts';

export const greetingPath = `${demoFolder}/greeting.ts`;
export const firstGreeting = `/** Says hello. */
export function greet(name: string): string {
  return 'Hello, ' + name;
}

console.log(greet('world'));
`;
export const secondGreeting = `/** Says hello, politely. */
export function greet(name: string, title?: string): string {
  const who = title === undefined ? name : \`\${title} \${name}\`;
  return \`Hello, \${who}!\`;
}

console.log(greet('world'));
`;

const bashWords = (command: string): ToolWords => ({
  toolName: 'Bash',
  kind: 'execute',
  title: command,
  arguments: { command },
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A command is only pretended, with one exception that really makes a file, so that "it did not run" can be seen. */
export async function runCommand(stage: Stage, command: string, output: string): Promise<boolean> {
  const call = stage.startTool(bashWords(command));
  const allowed = await stage.mayRun(call, 'It runs a program.');
  if ('refused' in allowed) return false;
  const toRun = textOf(allowed.input['command']);
  const touched = /^touch (collagility-demo\/[\w.-]+)$/.exec(toRun)?.[1];
  const printed = toRun === command ? output : `(pretended) ${toRun}\n`;
  await stage.type(call.toolId, printed);
  if (touched !== undefined) stage.changed(call.toolId, await stage.folder.write(touched, ''), 'added');
  stage.endTool(call.toolId, 'completed', printed, 0);
  return true;
}

/** Writes a file whole; asks first. False where it was refused or could not be written. */
export async function writeFile(stage: Stage, path: string, content: string): Promise<boolean> {
  const before = await stage.folder.read(path);
  const isNew = before === undefined;
  const input = isNew ? { file_path: path, content } : { file_path: path, old_string: before, new_string: content };
  const call = stage.startTool({ toolName: isNew ? 'Write' : 'Edit', kind: 'edit', title: path, arguments: input });
  const allowed = await stage.mayRun(call, 'It changes a file.');
  if ('refused' in allowed) return false;
  const target = textOf(allowed.input['file_path']);
  const text = textOf(allowed.input['content'] ?? allowed.input['new_string']);
  try {
    const existed = (await stage.folder.read(target)) !== undefined;
    const change = await stage.folder.write(target, text);
    stage.changed(call.toolId, change, existed ? 'modified' : 'added');
    stage.endTool(call.toolId, 'completed', `Wrote ${target}.`);
    return true;
  } catch (error) {
    stage.endTool(call.toolId, 'failed', error instanceof Error ? error.message : 'It could not be written.');
    return false;
  }
}

export const tool: Scenario = async (stage, { rest }) => {
  const command = rest === '' ? `touch ${demoFolder}/made-by-agent.txt` : rest;
  const call = await runCommand(stage, command, `ran: ${command}\n`);
  await stage.say(call ? 'The command ran.' : 'The command did not run.');
};

export const edit: Scenario = async (stage) => {
  const isFirst = (await stage.folder.read(greetingPath)) !== firstGreeting;
  const done = await writeFile(stage, greetingPath, isFirst ? firstGreeting : secondGreeting);
  await stage.say(done ? `I changed \`${greetingPath}\`.` : 'I changed nothing.');
};

export async function lookAround(stage: Stage): Promise<void> {
  const read = {
    toolName: 'Read',
    kind: 'read',
    title: 'package.json',
    arguments: { file_path: 'package.json' },
  } as const;
  await stage.look(read, '1  {\n2    "name": "demo",\n3    "private": true\n4  }\n');
  const search = {
    toolName: 'Grep',
    kind: 'search',
    title: 'greet',
    arguments: { pattern: 'greet', path: '.' },
  } as const;
  await stage.look(search, 'src/main.ts:3:import { greet } from "./greeting";\nsrc/main.ts:9:greet("world");\n');
  const fetch = {
    toolName: 'WebFetch',
    kind: 'fetch',
    title: 'example.com',
    arguments: { url: 'https://example.com/' },
  } as const;
  await stage.look(fetch, '(pretended) Example Domain\n');
  const thought = {
    toolName: 'Think',
    kind: 'think',
    title: 'Which file first?',
    arguments: { thought: 'Which file first?' },
  } as const;
  await stage.look(thought, 'The small one.\n');
  const mcp = {
    toolName: 'mcp__tickets__find',
    kind: 'mcp',
    title: 'tickets: find',
    arguments: { query: 'greeting' },
  } as const;
  await stage.look(mcp, '(pretended) #12 Greet people politely\n');
  const other = { toolName: 'Clock', kind: 'other', title: 'Clock', arguments: {} } as const;
  await stage.look(other, 'It is demo time.\n');
}

export const agent: Scenario = async (stage) => {
  const prompt = 'Look for unused code.';
  const task = stage.startTool({
    toolName: 'Agent',
    kind: 'agent',
    title: 'Look for unused code',
    arguments: { prompt },
  });
  await stage.say('I look through the files.', { parentToolId: task.toolId });
  const search = { toolName: 'Grep', kind: 'search', title: 'export', arguments: { pattern: 'export' } } as const;
  await stage.look(search, 'src/old.ts:1:export const old = 1;\n', task.toolId);
  await stage.say('`src/old.ts` is used nowhere.', { parentToolId: task.toolId });
  stage.endTool(task.toolId, 'completed', '`src/old.ts` is used nowhere.');
  await stage.say('My helper found one unused file: `src/old.ts`.');
};

export const tools: Scenario = async (stage) => {
  await lookAround(stage);
  await runCommand(stage, 'npm test', '> demo@1.0.0 test\n> vitest run\n\n 12 passed\n');
  if (await writeFile(stage, `${demoFolder}/notes.md`, '# Notes\n\nMade by the mock agent.\n'))
    await moveAndDelete(stage);
  await stage.say('That was one tool of every kind.');
};

async function moveAndDelete(stage: Stage): Promise<void> {
  const [from, to] = [`${demoFolder}/notes.md`, `${demoFolder}/old-notes.md`];
  const move = stage.startTool({ toolName: 'Move', kind: 'move', title: `${from} → ${to}`, arguments: { from, to } });
  if ('refused' in (await stage.mayRun(move, 'It moves a file.'))) return;
  stage.changed(move.toolId, await stage.folder.move(from, to), 'renamed');
  stage.endTool(move.toolId, 'completed', `Moved to ${to}.`);
  const remove = stage.startTool({ toolName: 'Delete', kind: 'delete', title: to, arguments: { file_path: to } });
  if ('refused' in (await stage.mayRun(remove, 'It deletes a file.'))) return;
  stage.changed(remove.toolId, await stage.folder.remove(to), 'deleted');
  stage.endTool(remove.toolId, 'completed', `Deleted ${to}.`);
}

/** Half a megabyte of text more than two, in pieces as a program prints them. */
const bigLine = `${'0123456789abcdef'.repeat(8)}\n`;
const bigOutput = bigLine.repeat(Math.ceil((2 * 1024 * 1024) / bigLine.length));

export const big: Scenario = async (stage) => {
  const call = stage.startTool({
    toolName: 'Read',
    kind: 'read',
    title: 'big.log',
    arguments: { file_path: 'big.log' },
  });
  const piece = bigLine.repeat(64);
  for (let at = 0; at < bigOutput.length; at += piece.length) {
    await stage.pause(1);
    stage.out.updateTool({ toolId: call.toolId, outputDelta: bigOutput.slice(at, at + piece.length) });
  }
  stage.endTool(call.toolId, 'completed', bigOutput);
  await stage.say('That was the whole log.');
};

/** A command that prints until it is stopped. */
export const slowTool: Scenario = async (stage) => {
  const call = stage.startTool(bashWords('watch the tests'));
  if ('refused' in (await stage.mayRun(call, 'It runs a program.'))) return;
  for (let line = 1; line <= 10_000; line += 1) {
    await stage.pause(200, 5);
    stage.out.updateTool({ toolId: call.toolId, outputDelta: `run ${line}: 12 passed\n` });
  }
  stage.endTool(call.toolId, 'completed', '');
};

export function announceArtifact(stage: Stage, path: string, content: string): void {
  stage.out.emit('ARTIFACT', {
    artifactId: stage.id('artifact'),
    kind: 'file',
    role: 'result',
    uri: path,
    displayName: path.slice(path.lastIndexOf('/') + 1),
    mimeType: 'text/plain',
    contentHash: createHash('sha256').update(content).digest('hex'),
    sizeBytes: Buffer.byteLength(content),
  });
}
