/* Stands in for the editor's script: the same global, the same frame, the same events. */
;(() => {
  const script = document.currentScript
  const frameUrl = new URL('../../documenteditor/main/index.html', script.src)

  class DocEditor {
    #frame
    #events
    #onMessage = (event) => this.#receive(event)

    constructor(placeholderId, config) {
      this.#events = config.events ?? {}
      this.#frame = document.createElement('iframe')
      this.#frame.name = 'frameEditor'
      this.#frame.title = config.document?.title ?? 'Editor'
      this.#frame.style.cssText = `border:0;width:${config.width ?? '100%'};height:${config.height ?? '100%'}`
      this.#frame.src = frameUrl.href
      const { events, ...plain } = config
      this.#frame.addEventListener('load', () => this.#send('open', plain), { once: true })
      window.addEventListener('message', this.#onMessage)
      document.getElementById(placeholderId).replaceWith(this.#frame)
    }

    refreshHistory(history) {
      this.#send('refreshHistory', history)
    }

    setHistoryData(data) {
      this.#send('setHistoryData', data)
    }

    setUsers(data) {
      this.#send('setUsers', data)
    }

    showMessage(text) {
      this.#send('showMessage', text)
    }

    requestClose() {
      this.#send('close')
    }

    destroyEditor() {
      window.removeEventListener('message', this.#onMessage)
      this.#frame.remove()
    }

    #send(command, data) {
      this.#frame.contentWindow.postMessage(JSON.stringify({ command, data }), frameUrl.origin)
    }

    #receive({ source, origin, data }) {
      if (source !== this.#frame.contentWindow || origin !== frameUrl.origin) return

      const { event, detail } = JSON.parse(data)
      this.#events[event]?.({ target: this, data: detail })
    }
  }

  DocEditor.version = () => '9.3.1'
  window.DocsAPI = { DocEditor }
})()
