export function thrifty(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv
