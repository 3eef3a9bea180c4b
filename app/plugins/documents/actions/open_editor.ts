import { inject } from '@adonisjs/core'
import { currentOperator, type Operator } from '#kernel/acting/main'
import { departmentNameOf, People } from '#plugins/identity/main'
import { documentTypeOf } from '../document_types.js'
import { accessOf, changesContent, levelOf, VIEWER } from '../editor/editor_access.js'
import type { EditorAccess } from '../editor/editor_access.js'
import { editorIdOf } from '../editor/editor_ids.js'
import { signForEditor } from '../editor/editor_jwt.js'
import { EditorSettings } from '../editor/editor_settings.js'
import { bearerOf, type EditorTokens } from '../editor/editor_tokens.js'
import { referenceDataOf } from '../editor/reference_data.js'
import { shownTitle } from '../editor/shown_title.js'
import { E_EDITOR_OFF } from '../errors.js'
import type Document from '../models/document.js'
import { DocumentRights } from '../rights/document_rights.js'
import { EnterSession, type Entered } from '../editing/enter_session.js'
import { isChangeable } from '../versions/document_state.js'
import { DocumentVersions } from '../versions/document_versions.js'

interface EditorWishes {
  type: 'desktop' | 'mobile' | 'embedded'
  lang: string
  /** Look at it only, also where editing is permitted. */
  view: boolean
}

interface Opening extends Entered {
  operator: Operator
  access: EditorAccess
  tokens: EditorTokens
}

const CONFIG_SECONDS = 3600

@inject()
export class OpenEditor {
  constructor(
    private readonly settings: EditorSettings,
    private readonly rights: DocumentRights,
    private readonly enter: EnterSession,
    private readonly versions: DocumentVersions,
    private readonly people: People
  ) {}

  /** @throws E_EDITOR_OFF; E_UNAVAILABLE while a save is being taken */
  async handle(found: Document, wishes: EditorWishes) {
    const { tokens, off, secret, scriptUrl } = this.settings
    if (!tokens) throw new E_EDITOR_OFF(off!)
    const operator = currentOperator()
    const access = await this.#access(found, operator, wishes)
    const entered = await this.enter.handle(found, operator, levelOf(access))
    const opening = { ...entered, operator, access, tokens }
    const signed = {
      type: wishes.type,
      documentType: documentTypeOf(entered.document.fileType)!,
      document: await this.#document(opening),
      editorConfig: await this.#editorConfig(opening, wishes.lang),
    }
    return { ...signed, token: await signForEditor(secret, signed, CONFIG_SECONDS), scriptUrl }
  }

  async #access(document: Document, operator: Operator, { view }: EditorWishes) {
    if (view || !isChangeable(document)) return VIEWER
    return accessOf(await this.rights.of(document, operator), documentTypeOf(document.fileType)!)
  }

  /** The session's first version: the document server applies its own changes to it again. */
  async #document({ document, session, operator, access, tokens }: Opening) {
    const { id } = document
    const { sessionKey: key, baseVersionNo } = session
    const { fileId: file, fileType } = await this.versions.find(id, baseVersionNo)
    const token = await tokens.forContent({ doc: id, file, key, ...bearerOf(operator) })
    return {
      fileType,
      key,
      title: shownTitle(document),
      url: this.settings.publicUrl(`/app/document/content/${id}?token=${token}`),
      permissions: permissionsOf(access),
      referenceData: referenceDataOf(document, this.settings),
      info: {
        owner: await this.#nameOf(document.ownerId, operator),
        uploaded: document.createdAt.toUTC().toISO()!,
      },
    }
  }

  async #nameOf(ownerId: number | null, { id, nickname }: Operator): Promise<string> {
    if (!ownerId) return ''
    if (ownerId === id) return nickname
    return (await this.people.cardsOf([ownerId])).get(ownerId)?.nickname ?? ''
  }

  async #editorConfig({ document, session, operator, access, tokens }: Opening, lang: string) {
    const changes = changesContent(access)
    const { id: user, nickname: name } = operator
    const group = await departmentNameOf(operator)
    const { id: doc } = document
    const token = changes && (await tokens.forCallback({ doc, key: session.sessionKey, user }))
    const callbackUrl = this.settings.publicUrl(`/app/document/callback/${doc}?token=${token}`)
    return {
      ...(changes ? { callbackUrl } : {}),
      lang,
      mode: changes ? ('edit' as const) : ('view' as const),
      user: { id: editorIdOf(user), name, ...(group ? { group } : {}) },
      customization: { forcesave: changes, autosave: changes },
    }
  }
}

/** Under a password of the editor's own a document could not be saved any more. */
function permissionsOf(access: EditorAccess) {
  const shown = { copy: true, download: true, print: true, protect: false }
  return { ...access, chat: changesContent(access), ...shown }
}
