import { runRealContract } from './real-contract.ts';

runRealContract('codex-acp');
