import { type Language, translate } from '#kernel/languages/main'
import type { PageDescription } from './page_description.js'

interface Labelled {
  label: string
  choices?: { value: string; label: string }[]
  fields?: Labelled[]
}

/** A page with its title and its labels in a language. */
export function pageIn(language: Language, { title, fields, ...page }: PageDescription) {
  return {
    ...page,
    title: translate(title, language),
    fields: fields.map((field) => fieldIn(language, field)),
  }
}

function fieldIn<Field extends Labelled>(language: Language, field: Field): Field {
  const { label, choices, fields } = field
  const translated = { ...field, label: translate(label, language) }
  if (choices)
    translated.choices = choices.map((one) => ({ ...one, label: translate(one.label, language) }))
  if (fields) translated.fields = fields.map((line) => fieldIn(language, line))
  return translated
}
