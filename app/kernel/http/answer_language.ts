import type { HttpContext } from '@adonisjs/core/http'
import { chooseLanguage, LANGUAGE_TAGS, type Language } from '#kernel/languages/main'

/**
 * The language of an answer that says something to a person: as the operator has set it, else as the request accepts it.
 * The headers of the answer name it from then on.
 */
export function answerLanguage({ request, response, operator }: HttpContext): Language {
  const own = operator?.language
  const language = chooseLanguage(own, request.header('accept-language'))
  response.header('Content-Language', LANGUAGE_TAGS[language])
  if (!own) response.vary('Accept-Language')
  return language
}
