/* Stands in for the editor's script: the same global, the same frame, the same events. */
;(() => {
  const script = document.currentScript
  const frameUrl = new URL('../../documenteditor/main/index.html', script.src)

  class DocEditor {
    #frame = document.createElement('iframe')
    #events
    #onMessage = (event) => this.#receive(event)

    constructor(placeholderId, { events = {}, ...config }) {
      this.#events = events
      this.#frame.name = 'frameEditor'
      this.#frame.title = config.document.title
      this.#frame.style.cssText = `border:0;width:${config.width};height:${config.height}`
      this.#frame.src = frameUrl.href
      this.#frame.addEventListener('load', () => this.#send('open', config), { once: true })
      window.addEventListener('message', this.#onMessage)
      document.getElementById(placeholderId).replaceWith(this.#frame)
    }

    refreshHistory(history) {
      this.#send('refreshHistory', history)
    }

    setHistoryData(data) {
      this.#send('setHistoryData', data)
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

  window.DocsAPI = { DocEditor }
})()
