/** What the timeline page does. Texts are other people's: they only ever become text nodes. */
export const timelineScript = `
'use strict';
var shown = 200;
var columns = {};
var cards = new Map();
var chosen = new URLSearchParams(location.search).get('post');
var settings = document.getElementById('settings').dataset;

function make(tag, className, text) {
  var element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
function clock(iso) {
  var at = new Date(iso);
  var two = function (number) { return String(number).padStart(2, '0'); };
  var time = two(at.getHours()) + ':' + two(at.getMinutes()) + ':' + two(at.getSeconds());
  time += '.' + String(at.getMilliseconds()).padStart(3, '0');
  if (at.toDateString() === new Date().toDateString()) return time;
  return at.getFullYear() + '-' + two(at.getMonth() + 1) + '-' + two(at.getDate()) + ' ' + time;
}
function keyOf(post) { return [post.platform, post.accountId, post.postedId].join(' '); }
function stamp(iso, prefix) {
  var time = make('time', '', (prefix || '') + clock(iso));
  time.dateTime = iso;
  time.title = iso;
  return time;
}
function about(file) {
  var kind = file.mimeType.split('/');
  var size = file.width ? ', ' + file.width + ' × ' + file.height : '';
  var kilobytes = Math.max(1, Math.round(file.bytes / 1024));
  var weight = kilobytes < 1024 ? kilobytes + ' KB' : (kilobytes / 1024).toFixed(1) + ' MB';
  return (kind[1] || kind[0]).toUpperCase() + size + ', ' + weight;
}
function tile(file) {
  var box = make('figure', file.mimeType.split('/')[0] === 'video' ? 'video' : 'none');
  var words = make('figcaption', '', about(file));
  box.title = about(file);
  box.append(words);
  if (file.mimeType.split('/')[0] !== 'image') return box;
  var picture = make('img');
  picture.alt = about(file);
  picture.loading = 'lazy';
  if (file.width) { picture.width = file.width; picture.height = file.height; }
  picture.addEventListener('load', function () { box.className = 'picture'; });
  picture.addEventListener('error', function () { picture.remove(); });
  picture.src = 'pictures/' + file.sha256;
  box.prepend(picture);
  return box;
}
function gallery(media) {
  var box = make('div', 'media count' + Math.min(media.length, 4));
  box.append.apply(box, media.map(tile));
  return box;
}
function avatar(post) {
  var name = names[post.platform + ' ' + post.accountId];
  var picture = make('img', 'avatar');
  picture.alt = '';
  picture.width = picture.height = 28;
  picture.loading = 'lazy';
  picture.src = post.platform + '/avatars/' + encodeURIComponent(name || post.accountId) + '.jpg';
  return picture;
}
function linkCard(record) {
  var embed = record && record.value && record.value.embed;
  return embed && embed.external ? embed.external.title + '\\n' + embed.external.uri : '';
}
function fill(card, post) {
  var top = make('div', 'top');
  top.append(avatar(post), make('strong', '', names[post.platform + ' ' + post.accountId] || post.accountId), stamp(post.receivedAt));
  var ids = make('div', 'ids');
  ids.append(make('div', '', 'post ' + post.postedId), make('div', '', 'account ' + post.accountId));
  var record = make('details');
  record.append(make('summary', '', 'Record as stored'), ids, make('pre', '', JSON.stringify(post.record, null, 2)));
  var parts = [top, make('div', 'text', post.text), gallery(post.media)];
  parts.push(make('div', 'link', linkCard(post.record)));
  if (post.updatedAt) {
    var changed = make('div', 'changed');
    changed.append(stamp(post.updatedAt, 'updated '));
    parts.push(changed);
  }
  card.replaceChildren.apply(card, parts.concat(record));
}
function count(column) {
  column.count.textContent = column.total === 1 ? '1 post' : column.total + ' posts';
  column.empty.hidden = column.total > 0;
}
function add(post, fresh) {
  var column = columns[post.platform];
  if (!column || cards.has(keyOf(post))) return;
  var card = make('article', fresh ? 'fresh' : '');
  fill(card, post);
  if (chosen && (post.postedId === chosen || post.postedId.endsWith('/' + chosen))) card.classList.add('chosen');
  cards.set(keyOf(post), card);
  column.list.prepend(card);
  column.total += 1;
  while (column.list.children.length > shown) {
    var last = column.list.lastElementChild;
    cards.forEach(function (kept, key) { if (kept === last) cards.delete(key); });
    last.remove();
  }
  count(column);
}
var names = {};
JSON.parse(settings.accounts).forEach(function (account) {
  names[account.platform + ' ' + account.accountId] = account.username;
});
JSON.parse(settings.platforms).forEach(function (platform) {
  var section = document.querySelector('section[data-platform="' + platform + '"]');
  var column = { total: 0, list: make('div'), count: section.querySelector('small'), buttons: {} };
  column.empty = make('p', 'empty', 'Nothing received yet.');
  column.faults = section.querySelector('.faults');
  column.once = column.faults.querySelector('input');
  section.append(column.empty, column.list);
  JSON.parse(settings.faults).forEach(function (kind) {
    var button = make('button', '', kind.replaceAll('_', ' '));
    button.type = 'button';
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', function () { toggle(platform, kind, button); });
    column.buttons[kind] = button;
    column.faults.querySelector('.buttons').append(button);
  });
  columns[platform] = column;
});
function toggle(platform, kind, button) {
  if (button.getAttribute('aria-pressed') === 'true') {
    fetch('faults?platform=' + platform + '&kind=' + kind, { method: 'DELETE' });
    return;
  }
  var body = { platform: platform, kind: kind, times: columns[platform].once.checked ? 1 : 0 };
  fetch('faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
function showFaults(faults) {
  Object.keys(columns).forEach(function (platform) {
    var column = columns[platform];
    var mine = faults.filter(function (fault) { return fault.platform === platform; });
    Object.keys(column.buttons).forEach(function (kind) {
      var on = mine.some(function (fault) { return fault.kind === kind; });
      column.buttons[kind].setAttribute('aria-pressed', String(on));
    });
    column.faults.classList.toggle('active', mine.length > 0);
    column.faults.querySelector('summary').textContent = mine.length === 0 ? 'Faults: none'
      : 'Faults: ' + mine.map(function (fault) {
        return fault.kind.replaceAll('_', ' ') + (fault.times > 0 ? ' (' + fault.times + ' left)' : '');
      }).join(', ');
  });
}
var waiting = null;
function arrived(post) {
  if (waiting) waiting.push(post);
  else add(post, true);
}
function reload() {
  waiting = [];
  fetch('timeline.json?limit=600').then(function (answer) { return answer.json(); }).then(function (data) {
    cards.clear();
    Object.keys(columns).forEach(function (platform) {
      columns[platform].total = 0;
      columns[platform].list.replaceChildren();
      count(columns[platform]);
    });
    data.posts.reverse().forEach(function (post) { add(post, false); });
    Object.keys(data.totals).forEach(function (platform) {
      columns[platform].total = data.totals[platform];
      count(columns[platform]);
    });
    var late = waiting;
    waiting = null;
    late.forEach(arrived);
    if (chosen) { var card = document.querySelector('.chosen'); if (card) card.scrollIntoView({ block: 'center' }); }
  });
}
var live = document.getElementById('live');
var source = new EventSource('events');
source.addEventListener('open', function () { live.className = 'on'; live.textContent = 'live'; reload(); });
source.addEventListener('error', function () { live.className = ''; live.textContent = 'not connected'; });
source.addEventListener('created', function (event) { arrived(JSON.parse(event.data)); });
source.addEventListener('updated', function (event) {
  var post = JSON.parse(event.data);
  var card = cards.get(keyOf(post));
  if (card) fill(card, post);
});
source.addEventListener('deleted', function (event) {
  var post = JSON.parse(event.data);
  var card = cards.get(keyOf(post));
  if (!card) return;
  card.remove();
  cards.delete(keyOf(post));
  columns[post.platform].total -= 1;
  count(columns[post.platform]);
});
source.addEventListener('faults', function (event) { showFaults(JSON.parse(event.data)); });
`;
