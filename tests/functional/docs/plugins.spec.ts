import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { PROJECT } from '../../helpers/imports.js'
import { Program } from '../../helpers/program.js'
import { SECRETS, ServiceProcess } from '../../helpers/service_process.js'

const BLOCK = /```ts title=(\S+)\n([\s\S]*?)```/g
const COPIED = [
  'adonisrc.ts',
  'ace.js',
  'package.json',
  'tsconfig.json',
  'app',
  'bin',
  'config',
  'providers',
  'start',
  'stubs',
]

/** A copy of the project's sources with the plugin that the page makes. */
async function projectWithDictionary(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-plugin-'))
  for (const name of COPIED) await cp(join(PROJECT, name), join(folder, name), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))

  const page = readFileSync(join(PROJECT, 'docs/plugins.md'), 'utf8')
  for (const [, file, code] of page.matchAll(BLOCK)) {
    mkdirSync(dirname(join(folder, file!)), { recursive: true })
    writeFileSync(join(folder, file!), code!)
  }
  mount(join(folder, 'config/plugins.ts'))
  return folder
}

function mount(file: string): void {
  const list = readFileSync(file, 'utf8')
  const mounted = `import dictionary from '#plugins/dictionary/plugin'\n${list}`
  writeFileSync(
    file,
    mounted.replace(/\n?\]\n\nexport default/, ', dictionary]\n\nexport default').replace(',,', ',')
  )
}

function unmount(file: string): void {
  const list = readFileSync(file, 'utf8')
  writeFileSync(file, list.replace(/^import dictionary .*\n/m, '').replace(', dictionary]', ']'))
}

test.group('Docs | plugins', () => {
  test('work as written: the dictionary is served, guarded and described', async ({
    assert,
    cleanup,
  }) => {
    const folder = await projectWithDictionary()
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const settings = {
      DB_CONNECTION: 'sqlite',
      REDIS_URL: '',
      SQLITE_PATH: join(folder, 'data/kept.sqlite3'),
    }
    const refused = ServiceProcess.spawn({ ...settings, DICTIONARY_WORDS: 'many' }, [], folder)
    assert.equal(await refused.exit(), 1)
    assert.include(refused.output, 'DICTIONARY_WORDS is many; set a whole number from 1 to 1000')
    const service = await ServiceProcess.start(settings, [], folder)
    cleanup(async () => void (await service.stop()))

    const login = await service.post('/app/auth/login', {
      username: 'admin',
      password: SECRETS.ADMIN_PASSWORD,
    })
    const { data } = (await login.json()) as { data: { accessToken: string } }
    const bearer = { authorization: `Bearer ${data.accessToken}` }
    const word = { word: 'chancery', meaning: 'where documents are kept' }

    assert.equal((await service.get('/app/dictionary')).status, 401)
    assert.equal((await service.post('/app/dictionary', { word: '' }, bearer)).status, 422)
    assert.equal(
      (await service.post('/app/dictionary', { ...word, ownerId: 999 }, bearer)).status,
      200
    )
    const listed = (await (await service.get('/app/dictionary', bearer)).json()) as {
      data: object[]
    }
    assert.containsSubset(listed.data, [word])

    const described = (await (await service.get('/v3/api-docs/dictionary')).json()) as {
      paths: object
    }
    assert.deepEqual(Object.keys(described.paths), ['/app/dictionary'])

    await service.stop()
    unmount(join(folder, 'config/plugins.ts'))
    const args = ['ace.js', 'plugin:remove', 'dictionary', '--force']
    const { PATH, HOME } = process.env
    const removal = new Program(args, folder, { PATH, HOME, ...SECRETS, ...settings })
    assert.equal(await removal.end(), 0, removal.output)
    assert.match(removal.output, /1 migrations rolled back, .* menus/)
  })
})
