import emitter from '@adonisjs/core/services/emitter'
import { test } from '@japa/runner'
import {
  chooseLanguage,
  loadTranslations,
  say,
  translate,
  translated,
} from '#kernel/languages/main'

const LANGUAGES: [accepted: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['en-GB,zh', 'en'],
  ['zh-TW', 'zh'],
  ['zh-Hans', 'zh'],
  ['zh-Hans-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['ZH-cn', 'zh'],
  ['en;q=0.5, zh;q=0.9', 'zh'],
  ['en;q=0.9, zh;q=0.5', 'en'],
  ['zh;q=0, en', 'en'],
  ['fr, zh;q=0.1', 'zh'],
  ['fr, de', 'en'],
  ['*', 'en'],
  ['zhx', 'en'],
  ['q=zh;;;,,', 'en'],
  ['zh;q=many', 'en'],
  [`${'x, '.repeat(60)}zh`, 'zh'],
  [`${'x, '.repeat(70)}zh`, 'en'],
]

const [name, none] = ['Ada', undefined]

const TEXTS: [text: ReturnType<typeof say> | string, english: string, chinese: string][] = [
  ['Not found', 'Not found', '未找到'],
  [say`There is no user ${7}`, 'There is no user 7', '用户 7 不存在'],
  [
    say`There is no user "${"O'Brien {0} <b> $& %s"}"`,
    `There is no user "O'Brien {0} <b> $& %s"`,
    "用户“O'Brien {0} <b> $& %s”不存在",
  ],
  [
    say`A ${say`menu`} cannot hold a ${say`directory`}`,
    'A menu cannot hold a directory',
    '菜单下不能放置目录',
  ],
  [
    say`Row ${3}: ${say`There is no role ${5}`}`,
    'Row 3: There is no role 5',
    '第 3 行：角色 5 不存在',
  ],
  [
    say`The resource field must be one of: ${['a', 'b']}`,
    'The resource field must be one of: a, b',
    '字段 resource 必须是以下之一：a, b',
  ],
  ['Nobody has translated this', 'Nobody has translated this', 'Nobody has translated this'],
  [say`${name} says ${say`Not found`}`, 'Ada says Not found', 'Ada says Not found'],
  [
    say`It is ${none}, and {"0":1} stays`,
    'It is undefined, and {"0":1} stays',
    'It is undefined, and {"0":1} stays',
  ],
  [say`${say`menu`}: ${1}, …`, 'menu: 1, …', '菜单: 1, …'],
  ['constructor', 'constructor', 'constructor'],
  ['__proto__', '__proto__', '__proto__'],
  ['', '', ''],
]

test.group('Languages', () => {
  test('choose for the header {0}: {1}')
    .with(LANGUAGES)
    .run(({ assert }, [accepted, language]) => {
      assert.equal(chooseLanguage(null, accepted), language)
    })

  test('prefer what a person has set', ({ assert }) => {
    assert.equal(chooseLanguage('en', 'zh-CN'), 'en')
    assert.equal(chooseLanguage('zh', 'en'), 'zh')
  })

  test('say {0} in Chinese, and as it is in English')
    .with(TEXTS)
    .run(({ assert }, [text, english, chinese]) => {
      assert.equal(String(text), english)
      assert.equal(JSON.parse(JSON.stringify(text)), english)
      assert.equal(translate(text, 'en'), english)
      assert.equal(translate(text, 'zh'), chinese)
    })

  test('translate texts within a value, and no strings', ({ assert }) => {
    const value = { name: 'Not found', why: say`Not found`, list: [say`menu`], none: null }
    const expected = { name: 'Not found', why: '未找到', list: ['菜单'], none: null }
    assert.deepEqual(translated(value, 'zh'), expected)
  })

  test('fall back to the default, and take texts of plugins', async ({ assert, cleanup }) => {
    const { default: app } = await import('@adonisjs/core/services/app')
    const plugins = app.config.get<{ texts?: object }[]>('plugins')
    const sources = plugins.flatMap(({ texts }) => texts ?? [])
    cleanup(() => loadTranslations(sources, { emitter, usual: 'en' }))
    const library = { zh: async () => ({ default: { 'Lend books': '借书' } }) }
    await loadTranslations([...sources, library], { emitter, usual: 'zh' })
    assert.equal(translate('Lend books', 'zh'), '借书')
    assert.equal(translate('Lend books', 'en'), 'Lend books')
    assert.deepEqual(
      [chooseLanguage(), chooseLanguage(null, 'fr'), chooseLanguage(null, 'en')],
      [...['zh', 'zh', 'en']]
    )
  })
})
