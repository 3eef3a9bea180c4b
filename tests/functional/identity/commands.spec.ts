import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import { clock } from '#kernel/state/main'
import { SignedTokens } from '#kernel/tokens/main'
import { rotateSecret } from '../../../app/plugins/identity/secret_rotation.js'
import { loggedIn, logIn, makeOperator, PASSWORD } from '../../helpers/accounts.js'

test.group('Identity | commands', () => {
  test('user:unlock lifts a lock', async ({ client, assert }) => {
    const { username } = await makeOperator()
    for (let count = 0; count < 5; count++) {
      await client.post('/app/auth/login').json({ username, password: 'wrong' })
    }
    const command = await ace.exec('user:unlock', [username])

    assert.equal(command.exitCode, 0)
    await logIn(client, username, PASSWORD)
  })

  test('user:password sets a password and ends the sessions', async ({ client, assert }) => {
    const { user, accessToken } = await loggedIn(client)
    const command = await ace.exec('user:password', [user.username, '--password=set by command'])

    assert.equal(command.exitCode, 0)
    ;(await client.get('/app/auth/user/info').bearerToken(accessToken)).assertStatus(401)
    await logIn(client, user.username, 'set by command')
  })

  test('user:password refuses an unknown user and a short password', async ({ assert }) => {
    const { username } = await makeOperator()
    assert.equal(
      (await ace.exec('user:password', ['nobody-at-all', '--password=long enough'])).exitCode,
      1
    )
    assert.equal((await ace.exec('user:password', [username, '--password=short'])).exitCode, 1)
  })
})

test.group('Identity | secret rotation', (group) => {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-secret-'))
  const dotEnv = join(folder, '.env')
  const inForce = process.env.JWT_SECRET
  group.each.teardown(() => {
    clock.restore()
    process.env.JWT_SECRET = inForce
  })
  group.teardown(() => rmSync(folder, { recursive: true, force: true }))

  test('change no file whose secret is not the one that holds', ({ assert }) => {
    const before = 'DB_PASSWORD=kept\nJWT_SECRET=left over\n'
    writeFileSync(dotEnv, before)
    assert.isNull(rotateSecret(pathToFileURL(`${folder}/`)))
    assert.equal(readFileSync(dotEnv, 'utf8'), before)
  })

  test('keep the present secret as the previous one, and the other lines as they are', ({
    assert,
  }) => {
    const before = 'PORT=1\nJWT_SECRET=old\nJWT_PREVIOUS_SECRET=older\nJWT_ROTATED_AT=2020-01-01\n'
    writeFileSync(dotEnv, before)
    process.env.JWT_SECRET = 'old'
    assert.equal(rotateSecret(pathToFileURL(`${folder}/`)), dotEnv)

    const lines = readFileSync(dotEnv, 'utf8').split('\n')
    assert.include(lines, 'PORT=1')
    assert.include(lines, 'JWT_PREVIOUS_SECRET=old')
    assert.notInclude(lines, 'JWT_PREVIOUS_SECRET=older')
    const rotated = lines.filter((line) => line.startsWith('JWT_ROTATED_AT='))
    assert.lengthOf(rotated, 1)
    assert.isAtMost(Math.abs(Date.parse(rotated[0]!.slice(15)) - Date.now()), 60_000)
    assert.match(
      lines.find((line) => line.startsWith('JWT_SECRET='))!,
      /^JWT_SECRET=[\w-]{43}$/
    )
  })

  const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]
  const LIFETIME = 1_800
  const retiredNow = () => ({ secret: A, atMs: clock.now(), forSeconds: LIFETIME })

  test('verify tokens of the previous secret until they end, and sign with the new one', async ({
    assert,
  }) => {
    const before = new SignedTokens('chancery', [A])
    const old = await before.sign('at+jwt', { sub: '1' }, 60)
    const after = new SignedTokens('chancery', [B], retiredNow())
    const later = new SignedTokens('chancery', [B])
    const fresh = await after.sign('at+jwt', { sub: '1' }, 60)

    assert.equal((await after.verify('at+jwt', old))?.sub, '1')
    assert.isNull(await later.verify('at+jwt', old))
    assert.equal((await later.verify('at+jwt', fresh))?.sub, '1')
    assert.isNull(await later.verify('content+jwt', fresh))
  })

  test('take nothing that the previous secret signs after the rotation', async ({ assert }) => {
    const thief = new SignedTokens('chancery', [A])
    const after = new SignedTokens('chancery', [B], retiredNow())
    clock.travel(2_000)
    const forged = await thief.sign('at+jwt', { sub: '1' }, 60)
    assert.isNull(await after.verify('at+jwt', forged))
  })

  test('let the previous secret verify for one lifetime, whatever its tokens say', async ({
    assert,
  }) => {
    const thief = new SignedTokens('chancery', [A])
    const forged = await thief.sign('at+jwt', { sub: '1' }, 10 * 365 * 86_400)
    const after = new SignedTokens('chancery', [B], retiredNow())
    assert.equal((await after.verify('at+jwt', forged))?.sub, '1')
    clock.travel((LIFETIME + 1) * 1000)
    assert.isNull(await after.verify('at+jwt', forged))
    assert.isNull(await new SignedTokens('chancery', [B], retiredNow()).verify('at+jwt', 'a.b.c'))
  })
})
