import { bin, run } from './run.ts'

/**
 * `npm run prove [operations]`: the stories whose file name says "prove", with 100,000 random money operations
 * where `npm test` takes 3,000. They read PROVE_OPERATIONS and PROVE_ACTORS.
 */
const { code } = await run(bin('vitest'), ['run', 'prove', '--testTimeout=3000000'], {
  env: { PROVE_OPERATIONS: process.argv[2] ?? '100000', PROVE_ACTORS: '64' },
  limitMinutes: 60,
})
process.exitCode = code
