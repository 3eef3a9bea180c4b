import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { chromiumPath, openBrowser } from '../helpers/browser.js'
import { create, CREATE, MadeProject, outcomeOf } from './made_project.js'
import { builtExample, served } from './react_example.js'
import { textsWith } from './tables.js'
import { packedVisits } from './visits.js'

const PLUGINS = 'config/plugins.ts'
const VISITS = '/app/visits'
const VISIT = { visitor: 'Ada Lovelace', host: 'Dana', arrivesAt: '2030-05-01T09:00:00.000Z' }

test.group('Project | made', (group) => {
  let project: MadeProject
  group.setup(async () => {
    project = await MadeProject.make('my-office')
    return () => project[Symbol.asyncDispose]()
  })

  test('start, and log somebody of the demo organisation in', async ({ assert, cleanup }) => {
    await project.start()
    cleanup(() => project.stop())
    const token = await project.logIn('dana', 'chancery-demo')
    const { code, data } = await project.ask<{ user: { username: string } }>(
      'GET',
      '/app/auth/user/info',
      undefined,
      token
    )
    assert.equal(code, 200)
    assert.equal(data.user.username, 'dana')
  })

  test('answer the React example, built on the typed clients', async ({ assert, cleanup }) => {
    cleanup(() => project.stop())
    const [folder] = await Promise.all([builtExample(project), project.start()])
    const example = await served(folder, project.url)
    cleanup(() => example.close())
    const browser = await openBrowser()
    cleanup(() => browser.close())
    const context = await browser.newContext()
    const page = await context.newPage()
    const button = (name: string) => page.getByRole('button', { name })
    const refusal = (text: string) => page.getByRole('alert').filter({ hasText: text })
    const logIn = async (username: string, password: string) => {
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
    }

    await page.goto(example.url)
    await logIn('nora', 'not-her-password')
    await refusal('password').waitFor()
    await logIn('nora', 'chancery-demo')
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByText('Page 1, 1 in all').waitFor()
    assert.equal(await button('New user').count(), 0)
    await button('Log nora out').click()

    await logIn('dana', 'chancery-demo')
    await page.getByText('Page 1, 13 in all').waitFor()
    await button('Next').click()
    await page.getByText('Page 2, 13 in all').waitFor()
    await page.getByLabel('Search').fill('hugo')
    await page.getByText('Page 1, 1 in all').waitFor()
    await page.getByRole('cell', { name: 'hugo', exact: true }).waitFor()
    await button('New user').click()
    await page.getByRole('form').getByLabel('Username').fill('hugo')
    await page.keyboard.press('Enter')
    await refusal('password').waitFor()

    const notice = { to: { all: true }, title: 'The office closes at noon', body: 'For today' }
    await project.ask('POST', '/app/im/notices', notice, await project.logIn())
    await page.getByRole('status').getByText(notice.title).waitFor()

    const other = await context.newPage()
    await other.goto(example.url)
    await other.getByRole('button', { name: 'Log dana out' }).click()
    await button('Log in').waitFor()
  }).skip(!chromiumPath, 'this machine has no Chromium')

  test('pass its own tests and those of a made plugin, types, linter and formatter', async ({
    assert,
  }) => {
    const made = await project.ace('make:plugin', 'dictionary')
    assert.equal(made.code, 0, made.output)
    for (const script of ['test', 'typecheck', 'lint', 'format']) {
      const { code, output } = await project.npm('run', script)
      assert.equal(code, 0, output)
    }
  })

  test('install a plugin from npm, unmount it, have it back, and remove it', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => project.stop())
    const installed = await project.npm('install', '--ignore-scripts', await packedVisits(project))
    assert.equal(installed.code, 0, installed.output)
    const listed = async () => {
      await project.start()
      const token = await project.logIn()
      const answer = await project.ask<{ visitor: string }[]>('GET', VISITS, undefined, token)
      return { token, ...answer }
    }
    const mount = (list: string) =>
      list
        .replace(/^/, "import visits from '@example/chancery-visits'\n")
        .replace(/\n\]/, '\n  visits,\n]')
    const unmount = (list: string) => list.replace(/^.*visits.*\n/gm, '')

    await project.edit(PLUGINS, mount)
    const { token } = await listed()
    const created = await project.ask('POST', VISITS, VISIT, token)
    assert.equal(created.code, 200, JSON.stringify(created))
    await project.stop()

    await project.edit(PLUGINS, unmount)
    assert.equal((await listed()).code, 404)
    await project.stop()

    await project.edit(PLUGINS, mount)
    const back = await listed()
    assert.deepEqual(
      back.data.map(({ visitor }) => visitor),
      [VISIT.visitor]
    )
    await project.stop()

    await project.edit(PLUGINS, unmount)
    const from = '--from=@example/chancery-visits'
    const removed = await project.ace('plugin:remove', 'visits', '--force', from)
    assert.equal(removed.code, 0, removed.output)
    const left = textsWith('visit', project.folder)
    assert.deepEqual(
      left.filter((text) => !text.startsWith('audit_entries.')),
      []
    )
  })

  test('say what an upgrade would change, which is nothing', async ({ assert }) => {
    const { code, output } = await project.ace('chancery:upgrade', '--dry-run')
    assert.equal(code, 0, output)
    assert.notMatch(output, /add|update|set {2}/)
    assert.include(output, 'Nothing was written')
  })

  test('generate a module from a plan, verified step by step, and undo it', async ({ assert }) => {
    const list = await readFile(join(project.folder, PLUGINS), 'utf8')
    const plan = { name: 'parcel', fields: [{ name: 'title', type: 'string', required: true }] }
    await writeFile(join(project.folder, 'plan.json'), JSON.stringify(plan))
    const made = await project.ace('make:module', '--plan', 'plan.json')
    assert.equal(made.code, 0, made.output)
    for (const step of ['render', 'types', 'migrations and tests', 'write'])
      assert.match(made.output, new RegExp(`begin   ${step}[\\s\\S]*done    ${step} \\(`))
    assert.include(made.output, 'Module "parcel" answers under /app/parcels')

    const undone = await project.ace('module:undo', 'parcel')
    assert.equal(undone.code, 0, undone.output)
    assert.equal(await readFile(join(project.folder, PLUGINS), 'utf8'), list)
  })

  test('build, and answer from the build', async ({ assert, cleanup }) => {
    const built = await project.npm('run', 'build')
    assert.equal(built.code, 0, built.output)
    await project.edit('.env', (text) => text.replace('development', 'production'))
    await rm(join(project.folder, 'data'), { recursive: true, force: true })
    await project.start()
    cleanup(() => project.stop())
    assert.isString(await project.logIn())
  })

  test('import nothing of the package but what it exports', async ({ assert }) => {
    const script = "await import('chancery/app/kernel/http/main.js')"
    const args = ['--input-type=module', '--eval', script]
    const { output } = await outcomeOf(process.execPath, args, project.folder)
    assert.include(output, 'ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})

test.group('Project | refused', (group) => {
  let home: string
  group.setup(async () => {
    home = await mkdtemp(join(tmpdir(), 'chancery-refused-'))
    await mkdir(join(home, 'full'))
    await writeFile(join(home, 'full/notes.txt'), 'mine')
    await writeFile(join(home, 'other.tgz'), 'no tarball')
    return () => rm(home, { recursive: true, force: true })
  })

  test('{args}')
    .with([
      { args: '', told: /^Usage: npm create chancery/ },
      { args: 'full', told: /^The folder .*full is not empty; name another one$/ },
      { args: 'My_Office', told: /^"My_Office" is no name of an npm package/ },
      { args: 'new --chancery missing.tgz', told: /^There is no tarball .*missing\.tgz$/ },
      { args: 'new --chancery other.tgz', told: /^npm could not fetch .*other\.tgz/ },
      { args: 'new --port 3', told: /^Unknown option '--port'/ },
    ])
    .run(async ({ assert }, { args, told }) => {
      const { code, output } = await create(home, ...args.split(' ').filter(Boolean))
      assert.equal(code, 1)
      assert.match(output.replace(/^Making .*\n/, '').trim(), told)
      assert.sameMembers(await readdir(home), ['full', 'other.tgz'])
    })

  test('say at once that there is no network, and write nothing', async ({ assert }) => {
    const nowhere = 'npm_config_registry=http://127.0.0.1:9'
    const args = [nowhere, process.execPath, CREATE, 'new', '--yes']
    const { code, output } = await outcomeOf('env', args, home)
    assert.equal(code, 1)
    assert.include(output, 'npm does not reach its registry')
    assert.sameMembers(await readdir(home), ['full', 'other.tgz'])
  })
})
