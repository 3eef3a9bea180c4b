import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import { declaredAudit } from '#kernel/auditing/main'
import { findModels } from '#kernel/data_scope/main'
import { declarationOf } from '#kernel/http/main'
import { sourceFiles } from '../helpers/imports.js'

/** Files that change rows of audited models past their instances, and record it or need not: why. */
const STATEMENTS: Record<string, string> = {
  'app/plugins/documents/retention/remove_log_entries.ts': 'retention is logged',
  'app/plugins/files/avatars/avatar_files.ts': 'pictures belong to accounts, which tell of them',
  'app/plugins/identity/models/user.ts': 'the login history tells of another password',
}

const models = async () =>
  findModels(await Array.fromAsync(glob(app.makePath('app/plugins/*/models'))))

test.group('Architecture | the audit trail', () => {
  test('knows of each model whether it records its changes', async ({ assert }) => {
    const undeclared = (await models()).filter((model) => !declaredAudit(model))
    assert.deepEqual(
      undeclared.map(({ name }) => name),
      [],
      'Declare static audit = audited({ … }) or unaudited("reason")'
    )
  })

  test('knows of each operation that answers a file whether it records it', ({ assert }) => {
    if (!router.commited) router.commit()
    const silent = Object.values(router.toJSON())
      .flat()
      .filter((route) => declarationOf(route)?.access?.kind === 'permission')
      .filter((route) => route.methods.includes('GET') && declarationOf(route)?.contract?.raw)
      .filter((route) => !declarationOf(route)!.audit)
      .map(({ pattern }) => pattern)
    assert.deepEqual(silent, [], 'Declare .audited("…") or .unaudited("…")')
  })

  test('is told what statements change of models that it records', async ({ assert }) => {
    const audited = (await models()).filter((model) => declaredAudit(model)?.kind === 'audited')
    const names = audited.map(({ name }) => name).join('|')
    const writes = new RegExp(
      String.raw`\b(?:${names})\.query\((?:[^()]|\([^()]*\))*\)(?:\s*\.\w+\((?:[^()]|\([^()]*\))*\))*?\s*\.(?:update|delete|del|increment|decrement)\(`
    )
    const untold = sourceFiles('app/plugins').filter((file) => {
      const source = readFileSync(app.makePath(file), 'utf8')
      return writes.test(source) && !/\brecord(?:Changes|Deleted)\(/.test(source)
    })
    assert.sameMembers(untold, Object.keys(STATEMENTS))
  })
})
