import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { Versions } from '#kernel/state/main'
import { Department } from '#plugins/identity/main'
import { Menu } from '#plugins/access/main'
import { SETTINGS_KEY } from '#plugins/settings/main'
import { actAsSystem } from '#kernel/acting/main'
import { freshName } from '#tests/helpers/accounts'
import { PROJECT } from '#tests/helpers/imports'
import { onEveryDatabase } from '#tests/helpers/on_every_database'
import { OwnDatabase } from '#tests/helpers/own_database'
import { Program } from '#tests/helpers/program'
import { SECRETS, ServiceProcess } from '#tests/helpers/service_process'
import { administrator } from '../access/support/caller.js'
import { makeDepartment, makeMenu, makeRole } from '../access/support/organisation.js'

const KEY = 'identity.loginLockMinutes'

interface File {
  format: number
  settings: Record<string, unknown>
  menus: ({ name: string } & Record<string, unknown>)[]
  roles: ({ code: string; menus: string[]; departments: string[][] } & Record<string, unknown>)[]
  dictionaries: ({ code: string } & Record<string, unknown>)[]
}

async function asFile(cleanup: (work: () => Promise<void>) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-config-'))
  cleanup(() => rm(folder, { recursive: true }))
  return { folder, path: join(folder, 'configuration.json') }
}

const nameOf = (id: number) =>
  actAsSystem('name a department', async () => (await Department.findOrFail(id)).name)

/** A menu, a role, a dictionary and a setting, as a file has them: other tests leave much beside. */
async function configured(admin: Awaited<ReturnType<typeof administrator>>, path: string) {
  const parentId = await makeDepartment()
  const departmentIds = [await makeDepartment(parentId)]
  const menu = await makeMenu({ title: 'Reports', type: 'directory' })
  const below = await makeMenu({ parentId: menu.id, permission: 'system:user:list' })
  const role = await makeRole({ dataScope: 'custom', departmentIds, menuIds: [below.id] })
  const code = freshName('dictionary').replaceAll(/[^a-z0-9]/g, '_')
  const items = [{ value: 'a', labels: { zh: '甲', en: 'A' }, colour: 'info' }]
  await admin.must(admin.post('dictionaries', { code, name: 'Letters', items }))
  await admin.must(admin.put(`settings/${KEY}`, { value: 7 }))
  const all = await exported(path)
  const file: File = {
    ...all,
    settings: { [KEY]: all.settings[KEY] },
    menus: all.menus.filter(({ name }) => [menu.name, below.name].includes(name)),
    roles: all.roles.filter((one) => one.code === role.code),
    dictionaries: all.dictionaries.filter((one) => one.code === code),
  }
  const departments = [await nameOf(parentId), await nameOf(departmentIds[0]!)]
  return { file, departments, role, code, menu, below }
}

/** What a command says, and its exit code. */
async function run(name: string, args: string[]) {
  ace.ui.switchMode('raw')
  try {
    const command = await ace.exec(name, args)
    const said = command.logger.getLogs().map(({ message }) => message.replace(/^\[.*?\] /, ''))
    return { said, exitCode: command.exitCode }
  } finally {
    ace.ui.switchMode('normal')
  }
}

async function exported(path: string): Promise<File> {
  await run('config:export', [path])
  return JSON.parse(await readFile(path, 'utf8'))
}

async function applied(path: string, file: unknown, ...flags: string[]) {
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file))
  return run('config:apply', [path, ...flags])
}

test.group('Settings | files of configuration', (group) => {
  onEveryDatabase(group)
  group.each.teardown(async () => {
    await db.from('settings').delete()
    await (await app.container.make(Versions)).bump(SETTINGS_KEY)
  })

  test('take what is missing and what differs, all of it at once and once', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { path } = await asFile(cleanup)
    const admin = await administrator(client)
    const { file, departments, role, code, below } = await configured(admin, path)
    assert.containSubset(file.roles, [{ departments: [departments], menus: [below.name] }])
    assert.deepEqual((await applied(path, file)).said, ['0 created, 0 changed, 5 unchanged'])

    const added = `${code}_more`
    file.roles[0]!.name = 'Renamed'
    file.roles[0]!.menus = ['system.users', below.name]
    file.menus.find(({ name }) => name === below.name)!.parent = null
    file.dictionaries.push({ code: added, name: 'More', items: [] })
    file.settings[KEY] = 8
    const expected = [
      `changed menus ${below.name} (parent)`,
      `changed roles ${role.code} (name, menus)`,
      `changed settings ${KEY}`,
      `created dictionaries ${added}`,
    ]
    const dry = await applied(path, file, '--dry-run')
    assert.deepEqual(dry.said.slice(0, -1), expected)
    assert.equal((await admin.must(admin.get(`roles/${role.id}`))).name, role.name)
    assert.deepEqual((await applied(path, file)).said.slice(0, -1), expected)
    const { name, menuIds } = await admin.must(admin.get(`roles/${role.id}`))
    assert.deepEqual([name, menuIds.length], ['Renamed', 2])
    assert.equal((await admin.must(admin.get(`settings/${KEY}`))).value, 8)
    assert.deepEqual((await applied(path, file)).said, ['0 created, 0 changed, 6 unchanged'])
  })

  test('have what an administrator changed of a plugin’s menu', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { path } = await asFile(cleanup)
    const admin = await administrator(client)
    const { id } = await Menu.findByOrFail('name', 'system.health')
    await admin.must(admin.put(`menus/${id}`, { title: 'How we are', visible: false }))
    const { menus } = await exported(path)
    await admin.must(admin.put(`menus/${id}`, { title: 'Health', visible: true }))
    const own = menus.filter(({ name }) => name === 'system.health')
    assert.containSubset(own, [{ plugin: 'access', title: 'How we are', visible: false }])
    const { said } = await applied(path, { format: 1, menus: own })
    assert.equal(said[0], 'changed menus system.health (title, visible)')
    await admin.must(admin.put(`menus/${id}`, { title: 'Health', visible: true }))
  })

  test('are refused whole, with a sentence for each fault', async ({ client, assert, cleanup }) => {
    const { path } = await asFile(cleanup)
    const admin = await administrator(client)
    const { file, role } = await configured(admin, path)
    const [entry] = file.roles
    const [dictionary] = file.dictionaries
    const menu = file.menus.find(({ parent }) => parent === null)!
    const cases: [file: unknown, sentence: RegExp][] = [
      ['{"format": 1,', /is no JSON/],
      [[], /^the file: It must be an object/],
      [{ format: 2 }, /^format: It must be 1/],
      [
        { format: 1, users: [] },
        /^users: No mounted plugin applies it; the parts are menus, roles/,
      ],
      [{ settings: { 'identity.none': 1 } }, /^settings.identity.none: There is no setting/],
      [{ settings: { [KEY]: '7' } }, /: "Minutes that .*" must be a whole number from 1/],
      [{ roles: [entry, entry] }, /^roles.1.code: ".*" is in the file twice/],
      [{ roles: [{ ...entry, colour: 1 }] }, /^roles.0.colour: There is no such member/],
      [
        { roles: [{ ...entry, menus: ['no.menu'] }] },
        /^roles.0.menus.0: There is no menu "no.menu"/,
      ],
      [
        { roles: [{ ...entry, departments: [['Nowhere', 'At all']] }] },
        /^roles.0.departments.0: There is no department Nowhere \/ At all/,
      ],
      [{ roles: [{ ...entry, dataScope: 'none' }] }, /^roles.0.dataScope: /],
      [
        { roles: [{ ...entry, code: 'admin', status: 'disabled' }] },
        /^roles.0.code: The built-in role "admin" holds everything/,
      ],
      [{ menus: [{ ...menu, parent: 'no.menu' }] }, /^menus.0.parent: There is no menu "no.menu"/],
      [{ menus: [{ ...menu, parent: menu.name }] }, /^menus.0: A menu cannot stand beneath itself/],
      [{ menus: [{ ...menu, plugin: 'absent' }] }, /^menus.0: The plugin "absent" brings no menu/],
      [{ menus: [{ ...menu, name: 'system.users' }] }, /^menus.0: The plugin "access" has a menu/],
      [
        { dictionaries: [{ ...dictionary, items: [{ value: 'a' }] }] },
        /^dictionaries.0.items.0.labels: /,
      ],
    ]
    for (const [given, sentence] of cases) {
      const isWhole =
        typeof given === 'string' || Array.isArray(given) || 'format' in (given as object)
      const renamed = { format: 1, dictionaries: [{ ...dictionary, name: 'Must not be written' }] }
      const { said, exitCode } = await applied(
        path,
        isWhole ? given : { ...renamed, ...(given as object) }
      )
      assert.equal(exitCode, 1)
      assert.match(said[0]!, sentence)
      assert.lengthOf(said, typeof given === 'string' ? 1 : 2)
    }
    const { items } = await admin.must(admin.get(`dictionaries?code=${dictionary!.code}`))
    assert.equal(items[0].name, 'Letters')
    assert.equal((await admin.must(admin.get(`roles/${role.id}`))).name, role.name)
  })

  test('bring an installation to where another is', async ({ client, assert, cleanup }) => {
    const { folder, path } = await asFile(cleanup)
    const { file, departments } = await configured(await administrator(client), path)
    await writeFile(path, JSON.stringify(file))
    const other = await OwnDatabase.make(folder)
    cleanup(() => other.drop())
    const service = await ServiceProcess.start(other.env)
    await service.stop()
    const { PATH, HOME } = process.env
    const runThere = async (...args: string[]) => {
      const secrets = { ...SECRETS, NODE_ENV: 'production', NO_COLOR: '1', LOG_LEVEL: 'fatal' }
      const env = { PATH, HOME, REDIS_URL: '', STORAGE_ROOT: folder, ...secrets, ...other.env }
      const program = new Program(['ace.js', ...args], PROJECT, env)
      return { exitCode: await program.end(), output: program.output.trim() }
    }
    const refused = await runThere('config:apply', path)
    assert.equal(refused.exitCode, 1)
    assert.include(refused.output, `There is no department ${departments.join(' / ')} here`)

    const now = new Date().toISOString().slice(0, 23).replace('T', ' ')
    await other.connected(async (database) => {
      let above: number | null = null
      for (const name of departments) {
        const times = { created_at: now, updated_at: now }
        const row = { name, parent_id: above, sort: 0, status: 'enabled', ...times }
        await database.table('departments').insert(row)
        above = Number((await database.from('departments').where({ name }).firstOrFail()).id)
      }
    })
    assert.include(
      (await runThere('config:apply', path)).output,
      '5 created, 0 changed, 0 unchanged'
    )
    assert.include(
      (await runThere('config:apply', path)).output,
      '0 created, 0 changed, 5 unchanged'
    )
    const there = JSON.parse((await runThere('config:export')).output) as File
    assert.includeDeepMembers(there.roles, file.roles)
    assert.deepEqual([there.dictionaries, there.settings], [file.dictionaries, file.settings])
    assert.includeDeepMembers(there.menus, file.menus)
  }).timeout(120_000)
})
