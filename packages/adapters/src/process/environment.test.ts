import { expect, test } from 'vitest';
import { agentEnvironment } from './environment.ts';

const build = (source: Record<string, string | undefined>, extra?: Record<string, string>) =>
  agentEnvironment({ source, workspacePath: '/work', mark: 'm', ...(extra === undefined ? {} : { extra }) });

test('[B29] markers of an outer session, loader options, npm and our own secrets are dropped', () => {
  const dropped = {
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CODEX_SANDBOX: 'seatbelt',
    GEMINI_CLI: '1',
    NODE_OPTIONS: '--require ./x.cjs',
    npm_config_foo: '1',
    NPM_CONFIG_REGISTRY: 'x',
    npm_lifecycle_event: 'start',
    COLLAGILITY_ROOM_SECRET: 'z',
    COLLAGILITY_RELAY: 'z',
    COLLAGILITY_STARTED_BY: 'npm start',
    INIT_CWD: '/elsewhere',
  };
  expect(build(dropped)).toEqual({ PWD: '/work', CLG_PROCESS_MARK: 'm' });
});

// 2389-research/tracker #399, max-sixty/worktrunk #3373: commits went to the repository of the hook, not of the folder.
test('the place that git told a hook or an alias is not handed on; its other settings are', () => {
  const place = { GIT_DIR: '/r/.git', GIT_WORK_TREE: '/r', GIT_INDEX_FILE: '/r/.git/index', GIT_PREFIX: 'a/' };
  const settings = { GIT_AUTHOR_NAME: 'Ada', GIT_SSH_COMMAND: 'ssh -i k', GIT_CONFIG_COUNT: '1' };
  expect(build({ ...place, ...settings })).toEqual({ ...settings, PWD: '/work', CLG_PROCESS_MARK: 'm' });
});

test('[B29] what the agent needs is kept', () => {
  const kept = {
    PATH: '/bin',
    HOME: '/home/ada',
    LANG: 'C.UTF-8',
    ANTHROPIC_API_KEY: 'k',
    CLAUDE_CODE_OAUTH_TOKEN: 't',
    CLAUDE_CODE_USE_BEDROCK: '1',
    NPM_TOKEN: 'n',
    HTTPS_PROXY: 'http://proxy',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
  };
  expect(build(kept)).toMatchObject(kept);
});

test('[B29] an undefined value is no variable, and what the driver adds wins', () => {
  const built = build({ A: undefined, B: 'old', PWD: '/elsewhere' }, { B: 'new', NODE_OPTIONS: '--wanted' });
  expect(built).toEqual({ B: 'new', NODE_OPTIONS: '--wanted', PWD: '/work', CLG_PROCESS_MARK: 'm' });
});
