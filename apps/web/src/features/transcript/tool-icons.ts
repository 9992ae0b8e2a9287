import type { ToolItem } from '@collagility/protocol/state';
import type { IconName } from '../../ui/icon.tsx';

export const toolIcons: Record<ToolItem['toolKind'], IconName> = {
  read: 'file',
  edit: 'pencil',
  delete: 'trash',
  move: 'leave',
  search: 'search',
  execute: 'terminal',
  fetch: 'globe',
  think: 'thought',
  mcp: 'link',
  agent: 'people',
  other: 'bolt',
};
