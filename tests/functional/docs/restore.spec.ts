import { readFileSync } from 'node:fs'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { PROJECT } from '#tests/helpers/imports'
import { loggedIn } from '../../helpers/accounts.js'

const guide = readFileSync(`${PROJECT}/docs/deployment.md`, 'utf8')

const sectionOf = (title: string) =>
  guide.split(/^#+ /m).find((section) => section.startsWith(title)) ?? ''

test.group('Docs | restore', () => {
  test('end all sessions by the statement that the guide names', async ({ client, assert }) => {
    const { accessToken, refreshToken } = await loggedIn(client)
    const statement = /```sql\s+(update sessions[^;]+);/.exec(sectionOf('Restore'))![1]!
    await db.rawQuery(statement)

    const open = await db.from('sessions').whereNull('ended_at')
    assert.isEmpty(open)
    const info = await client.get('/app/auth/user/info').bearerToken(accessToken)
    info.assertStatus(401)
    const refreshed = await client.post('/app/auth/refresh').json({ refreshToken })
    refreshed.assertStatus(401)
  })

  test('name tables and columns that there are', async () => {
    const section = sectionOf('What a backup brings back')
    for (const [, query] of section.matchAll(/`(select [^`]+)`/g))
      await db.rawQuery(query!.replaceAll("'…'", "'2026-01-31 12:00:00.000'"))
    for (const [, table] of section.matchAll(/`(\w+s)`(?=[^|]*that of the backup|[^|]*those of)/g))
      await db.from(table!).limit(1)
  })
})
