/** Apart from the server, so that its libraries are loaded only where they are needed. */
export const mcpServerName = 'collagility';
export const mcpPermissionTool = `mcp__${mcpServerName}__approve`;
