/** Makes the tables of docs/configuration.md, and .env.example, from the declared settings: `npm run settings:document`. */
import 'reflect-metadata'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import plugins from '#config/plugins'
import { kernelSettings } from '#kernel/settings/main'
import { PROJECT } from '../../helpers/imports.js'
import { configurationPage, exampleEnvironment } from './document_settings.js'

const page = join(PROJECT, 'docs/configuration.md')
const before = await readFile(page, 'utf8')
await writeFile(page, await configurationPage(before, kernelSettings, plugins))
await writeFile(join(PROJECT, '.env.example'), exampleEnvironment(kernelSettings, plugins))
