import { mkdir, writeFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import { inject } from '@adonisjs/core'
import type { FieldFault } from '#kernel/errors/main'
import { E_NOT_VERIFIED } from '../errors.js'
import type { ModuleSpec } from '../plan/module_spec.js'
import { pluginFolder, testFolder } from '../rendering/module_files.js'
import { fault } from '../plan/plan_shape_check.js'
import { checkTypes } from './check_types.js'
import { runNode } from './child_process.js'
import type { FileChange } from '#kernel/source_tree/main'
import { migrationCheck } from './migration_check.js'
import { Project } from './project.js'
import { inScratchCopy } from './scratch_copy.js'
import { withScratchDatabase } from './scratch_database.js'
import type { Steps } from './steps.js'

/** Against a check that hangs; on a machine that is busy or small one takes minutes. */
const LIMIT_MS = 900_000
const SHOWN = 4_000

/** What a project imports somewhere, and so what its tests may use, without all that comes along there. */
const AUGMENTATIONS = `
import '@adonisjs/auth/plugins/api_client'
import '@adonisjs/auth/initialize_auth_middleware'
import '@adonisjs/core/providers/vinejs_provider'
import '@adonisjs/lucid/database_provider'
import '@japa/api-client'
import '@japa/assert'
import '#kernel/http/main'
`

/** Proves a change in a copy of the project before it is made. */
@inject()
export class Verification {
  constructor(private readonly project: Project) {}

  /**
   * Types, migrations down and up again on a database of the configured kind, the generated tests with the scope matrix,
   * every answer held to its description.
   *
   * @throws E_NOT_VERIFIED with what the checks said
   */
  async handle(
    spec: ModuleSpec,
    changes: readonly FileChange[],
    migrations: readonly string[],
    steps: Steps
  ): Promise<void> {
    await inScratchCopy(this.project, changes, async (copy) => {
      await steps.run('copy', () => prepare(copy, spec, migrations))
      const results = await Promise.all([
        steps.run('types', () =>
          checkTypes(copy, [pluginFolder(spec), testFolder(spec)], {
            env: environment({}),
            limitMs: LIMIT_MS,
          })
        ),
        steps.run('migrations and tests', () => checkTests(copy, spec)),
      ])
      const errors = results.flat()
      if (errors.length > 0) throw new E_NOT_VERIFIED(undefined, { errors })
    })
  }
}

async function prepare(copy: Project, spec: ModuleSpec, migrations: readonly string[]) {
  const include = [
    `${pluginFolder(spec)}/**/*.ts`,
    `${testFolder(spec)}/*.ts`,
    'config/auth.ts',
    'check_types.ts',
  ]
  const tsconfig = { extends: './tsconfig.json', include, exclude: [] }
  await writeFile(copy.path('tsconfig.check.json'), JSON.stringify(tsconfig))
  await writeFile(copy.path('check_types.ts'), AUGMENTATIONS)
  await mkdir(copy.path(testFolder(spec)), { recursive: true })
  await writeFile(
    copy.path(`${testFolder(spec)}/a_migrations.spec.ts`),
    migrationCheck(spec, migrations)
  )
}

async function checkTests(copy: Project, spec: ModuleSpec): Promise<FieldFault[]> {
  const args = [
    '--import=./bin/typescript.js',
    'bin/test.ts',
    'functional',
    `--files=${spec.names.snake}/*`,
  ]
  const { code, output } = await withScratchDatabase((database) =>
    runNode(args, { cwd: copy.root, env: environment(database), limitMs: LIMIT_MS })
  )
  if (code === 0 && /\bPASSED\b/.test(output)) return []
  return [fault('tests', 'tests', failureIn(output, copy.root))]
}

/** Nothing of this process but what a program needs to run. */
function environment(database: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH, HOME, TMPDIR, LANG, NODE_ENV: 'test', NO_COLOR: '1', TZ: 'UTC', ...database }
}

function failureIn(output: string, root: string): string {
  const plain = stripVTControlCharacters(output.replaceAll(root, ''))
  const at = plain.search(/ERRORS|FAILED|Error:/)
  return plain.slice(Math.max(at, 0)).slice(0, SHOWN)
}
