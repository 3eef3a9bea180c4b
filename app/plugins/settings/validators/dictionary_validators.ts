import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import {
  exportQuery,
  keywordParameter,
  lineField,
  listQuery,
  seenField,
} from '#kernel/contracts/main'
import { dictionaryListing } from '../queries/dictionary_listing.js'

/** Every node keeps all that are enabled. */
export const MOST_DICTIONARIES = 1_000
/** Of one dictionary. */
const MOST_ITEMS = 500
const MOST_LANGUAGES = 20
const MOST_CODES = 50
const LARGEST_SORT = 1_000_000

const DICTIONARY_CODE = /^[a-z][a-z0-9_]{0,63}$/
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/
/** `#rrggbb`, or a colour of the theme. */
const COLOUR = /^(#[0-9a-fA-F]{6}|primary|success|warning|danger|info)$/
const CODES = /^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*$/

const code = () => vine.string().trim().maxLength(64).regex(DICTIONARY_CODE)
const status = () => vine.enum(['enabled', 'disabled'] as const)

const labels = () =>
  vine
    .record(lineField({ length: 100 }))
    .minLength(1)
    .maxLength(MOST_LANGUAGES)
    .validateKeys((keys, field) => {
      if (keys.every((key) => LANGUAGE.test(key))) return
      field.report('The {{ field }} field must name languages such as en or zh', 'language', field)
    })

const item = () =>
  vine.object({
    value: lineField({ length: 64 }),
    labels: labels(),
    colour: vine.string().regex(COLOUR).nullable().optional(),
    sort: vine
      .number({ strict: true })
      .withoutDecimals()
      .min(-LARGEST_SORT)
      .max(LARGEST_SORT)
      .optional(),
  })

/** As the values are kept: without spaces around them. */
const distinctValues = vine.createRule((items, _options, field) => {
  if (!Array.isArray(items)) return
  const values = items.map((one: { value?: unknown } | null) => String(one?.value).trim())
  if (new Set(values).size < values.length)
    field.report('The {{ field }} field has duplicate values', 'distinct', field)
})

const items = () => vine.array(item()).maxLength(MOST_ITEMS).use(distinctValues())

const ofDictionaries = {
  sorts: dictionaryListing.sorts,
  filters: {
    keyword: keywordParameter(),
    code: vine.string().maxLength(64).optional(),
    status: status().optional(),
  },
}

export const dictionaryListValidator = listQuery(ofDictionaries)

export const dictionaryExportValidator = exportQuery(ofDictionaries)

const ofOne = () => ({
  code: code(),
  name: lineField({ length: 100 }),
  status: status().optional(),
  items: items(),
})

export const createDictionaryValidator = vine.create(ofOne())

/** As a file of configuration has them. */
export const dictionariesValidator = vine.create({
  dictionaries: vine.array(vine.object(ofOne())).maxLength(MOST_DICTIONARIES),
})

export const updateDictionaryValidator = vine.create({
  code: code().optional(),
  name: lineField({ length: 100 }).optional(),
  status: status().optional(),
  items: items().optional(),
  updatedAt: seenField(),
})

export const enabledDictionariesValidator = vine.create({
  codes: vine
    .string()
    .maxLength(MOST_CODES * 65)
    .regex(CODES)
    .transform((text) => [...new Set(text.split(','))].slice(0, MOST_CODES)),
})

export type NewDictionary = Infer<typeof createDictionaryValidator>
export type DictionaryChanges = Infer<typeof updateDictionaryValidator>
