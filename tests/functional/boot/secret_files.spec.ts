import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { createEnv, defineSettings, readSettings, setting } from '#kernel/settings/main'

const about = { who: 'nobody', doc: 'A test.' }
const settings = defineSettings({
  title: 'Test',
  keys: {
    TEST_SECRET: setting.secret(about),
    TEST_URL: setting.text({ ...about, secret: true }),
    TEST_PLAIN: setting.text(about),
  },
})

test.group('Boot | secrets from files', (group) => {
  let folder: string
  group.each.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-secrets-'))
    return () => {
      for (const key of Object.keys(process.env))
        if (key.startsWith('TEST_SECRET') || /^TEST_(URL|PLAIN)/.test(key)) delete process.env[key]
      rmSync(folder, { recursive: true })
    }
  })

  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const boot = () => createEnv(pathToFileURL(`${folder}/`), [{ name: 'test', settings }])

  test('are read, also where .env names the file, without the line break at the end', async ({
    assert,
  }) => {
    process.env.TEST_SECRET_FILE = file('secret', ' s3cret \n')
    file('.env', `TEST_URL_FILE=${file('url', 'redis://user:pw@host')}\nTEST_PLAIN_FILE=x\n`)
    await boot()
    const { TEST_SECRET, TEST_URL, TEST_PLAIN } = readSettings(settings)
    assert.equal(TEST_SECRET!.release(), ' s3cret ')
    assert.equal(TEST_URL, 'redis://user:pw@host')
    assert.isUndefined(TEST_PLAIN)
  })

  test('stop the boot when the file is {title}')
    .with([
      { title: 'empty', make: () => file('secret', '\n'), sentence: /which is empty; write/ },
      {
        title: 'not there',
        make: () => join(folder, 'none'),
        sentence: /which cannot be read \(ENOENT\); name a file/,
      },
      {
        title: 'a folder',
        make: () => {
          mkdirSync(join(folder, 'secrets'))
          return join(folder, 'secrets')
        },
        sentence: /which cannot be read \(EISDIR\)/,
      },
      {
        title: 'named beside the secret itself',
        make: () => {
          process.env.TEST_SECRET = 'x'
          return file('secret', 'y')
        },
        sentence: /^TEST_SECRET and TEST_SECRET_FILE are both set; leave one of them out$/,
      },
    ])
    .run(async ({ assert }, { make, sentence }) => {
      process.env.TEST_SECRET_FILE = make()
      await assert.rejects(boot, sentence)
    })
})
