import { directToolsModel } from '@collagility/fixtures/agents/codex/scenarios.ts';

/** The user's configuration of Codex: a provider of its own on loopback, nothing sent anywhere else. */
export const codexConfig = (modelUrl: string): string => `model = "${directToolsModel}"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}"
wire_api = "responses"
env_key = "OPENAI_TEST_KEY"
request_max_retries = 1
stream_max_retries = 1
supports_websockets = false

[analytics]
enabled = false
`;
