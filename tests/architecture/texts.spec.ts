import { test } from '@japa/runner'
import { messages } from '@vinejs/vine/defaults'
import plugins from '#config/plugins'
import { LANGUAGES, type Texts } from '#kernel/languages/main'
import { manifestTexts } from '../helpers/manifest_texts.js'
import { ruleTemplate, saidIn, saidTexts } from '../helpers/said_texts.js'

const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')
const KERNEL = 'kernel'

/** `kernel`, or the name of the plugin's folder. */
const ownerOf = (file: string) => /^app\/(?:plugins\/(\w+)|kernel)\//.exec(file)?.[1] ?? KERNEL

/** English texts, by who says them. */
function textsByOwner(): Map<string, Set<string>> {
  const owners = new Map([[KERNEL, new Set(Object.values(messages).map(ruleTemplate))]])
  const note = (owner: string, text: string) =>
    owners.set(owner, (owners.get(owner) ?? new Set()).add(text))
  for (const [text, files] of saidTexts('app').texts)
    for (const file of files) note(ownerOf(file), text)
  for (const plugin of plugins) for (const text of manifestTexts(plugin)) note(plugin.name, text)
  return owners
}

async function translationsOf(
  owner: string,
  language: (typeof TRANSLATED)[number]
): Promise<Texts> {
  if (owner === KERNEL) return (await import(`../../app/kernel/languages/${language}.js`)).default
  const plugin = plugins.find(({ name }) => name === owner)
  return (await plugin?.texts?.[language]?.())?.default ?? {}
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

const SAID: [code: string, texts: string[], faults: number][] = [
  ["throw new E_CONFLICT('Taken')", ['Taken'], 0],
  ['throw new E_CONFLICT(say`There is ${name}`)', ['There is {0}'], 0],
  ['throw new E_CONFLICT(`There is ${name}`)', [], 1],
  ["throw new E_CONFLICT('There is ' + name)", [], 1],
  ["throw new refusals.E_CONFLICT(isNew ? 'New' : 'Old')", ['New', 'Old'], 0],
  ["const OLD = 'Old'\nthrow new E_CONFLICT(OLD)", ['Old'], 0],
  ['function no(why: string) { throw new E_CONFLICT(why) }\nno(`Not ${it}`)', [], 1],
  ["const fault = { field, rule: 'range', message: `Not ${it}` }", [], 1],
  ["field.report('The {{ field }} field is odd', 'odd', field)", ['The {field} field is odd'], 0],
]

test.group('Architecture | texts', () => {
  test('keep the values of what people are told apart, so that it can be translated', ({
    assert,
  }) => {
    assert.deepEqual(saidTexts('app').faults, [])
  })

  for (const language of TRANSLATED)
    test(`have each text in ${language}, with the same values, and none besides`, async ({
      assert,
    }) => {
      const kernel = await translationsOf(KERNEL, language)
      const faults: object[] = []
      for (const [owner, texts] of textsByOwner()) {
        const own = await translationsOf(owner, language)
        const missing = [...texts].filter((text) => !own[text] && !kernel[text])
        const unused = Object.keys(own).filter((text) => !texts.has(text))
        const differing = Object.entries(own)
          .filter(
            ([text, translation]) => `${placeholders(text)}` !== `${placeholders(translation)}`
          )
          .map(([text]) => text)
        if (missing.length + unused.length + differing.length > 0)
          faults.push({ owner, missing, unused, differing })
      }
      assert.deepEqual(faults, [])
    })

  test('say the same of the same text in every plugin', async ({ assert }) => {
    const known = new Map<string, string>()
    for (const owner of [KERNEL, ...plugins.map(({ name }) => name)])
      for (const [text, translation] of Object.entries(await translationsOf(owner, 'zh')))
        assert.equal(known.set(text, known.get(text) ?? translation).get(text), translation, text)
  })

  test('find in {0}: {1}, faults: {2}')
    .with(SAID)
    .run(({ assert }, [code, texts, faults]) => {
      const said = saidIn([['app/plugins/library/actions/lend.ts', code]])
      assert.sameMembers([...said.texts.keys()], texts)
      assert.lengthOf(said.faults, faults)
    })
})
