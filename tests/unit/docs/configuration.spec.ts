import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import plugins from '#config/plugins'
import { kernelSettings } from '#kernel/settings/main'
import { PROJECT } from '../../helpers/imports.js'
import {
  allSettings,
  configurationPage,
  exampleEnvironment,
} from '../../tools/document_settings/document_settings.js'

const MOST_KEYS = 64

const read = (file: string) => readFileSync(`${PROJECT}/${file}`, 'utf8')
const keys = () =>
  allSettings(kernelSettings, plugins).flatMap((settings) => Object.keys(settings.keys))

test.group('Docs | configuration', () => {
  test('describe the declared settings; else run npm run settings:document', async ({ assert }) => {
    const page = read('docs/configuration.md')
    assert.equal(page, await configurationPage(page, kernelSettings, plugins))
    assert.equal(read('.env.example'), exampleEnvironment(kernelSettings, plugins))
  })

  test('stay few', ({ assert }) => {
    assert.isAtMost(keys().length, MOST_KEYS)
  })

  test('name in other pages only settings that there are', ({ assert }) => {
    const kinds = /\b(?:[A-Z]+_)+(?:SECONDS|MINUTES|HOURS|DAYS|LIMIT|HOUR|USER|PORT|URL|SECRET)\b/g
    for (const page of ['security', 'deployment', 'documents', 'messaging', 'api', 'front_ends'])
      for (const [key] of read(`docs/${page}.md`).matchAll(kinds)) assert.include(keys(), key, page)
  })
})
