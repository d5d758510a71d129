/**
 * The script for shops, `/c.js`: stores the click token in a first-party cookie, and reports the
 * conversion on the page after the purchase. Supports old browsers.
 */

/** `parameter` is the query parameter of the token; `days` the lifetime of the cookie. */
export const shopScript = (parameter: string, days: number): string => `(function () {
  var script = document.currentScript
  var base = script.src.replace(/\\/c\\.js([?#].*)?$/, '')
  var name = 'pennypost_click'
  var token = /^[0-9a-z.]{20,120}$/
  var found = new RegExp('(?:^[?]|&)' + ${JSON.stringify(parameter)} + '=([^&#]*)').exec(location.search)
  if (found && token.test(found[1])) {
    var domain = script.getAttribute('data-domain')
    document.cookie = name + '=' + found[1] + ';path=/;max-age=' + \
${days * 86_400} + ';samesite=lax' +
      (location.protocol === 'https:' ? ';secure' : '') + (domain ? ';domain=' + domain : '')
  }
  function bought(purchase) {
    var kept = new RegExp('(?:^|; )' + name + '=([^;]*)').exec(document.cookie)
    if (!kept || !token.test(kept[1])) return
    var address = base + '/c.gif?t=' + kept[1]
    var names = ['value', 'order', 'currency']
    for (var i = 0; i < names.length; i++) {
      var given = purchase[names[i]]
      if (given !== undefined && given !== null && given !== '') address += '&' + names[i] + '=' \
+ encodeURIComponent(given)
    }
    new Image().src = address
  }
  window.pennypost = { bought: bought }
  var value = script.getAttribute('data-value')
  var order = script.getAttribute('data-order')
  if (value !== null || order !== null) bought({ value: value, order: order, \
currency: script.getAttribute('data-currency') })
})()
`
