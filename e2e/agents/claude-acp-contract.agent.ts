import { runRealContract } from './real-contract.ts';

runRealContract('claude-acp');
