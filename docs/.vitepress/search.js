// How the site searches. `config.js` passes it to the search box, and `check-search.js` uses it like that.

export const options = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] };

export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  // A section matches if it has all words.
  combineWith: 'AND',
  boost: { title: 4, text: 2, titles: 1 },
  // The beginning of a page introduces its subject, and most readers use discogen rather than change it. The site contains the text of this
  // function, so it can't use names from outside.
  boostDocument: (id, _term, { titles }) =>
    (titles.length === 0 ? 2 : 1) * (/^\/(?:architecture|contributing|decisions)/.test(id) ? 0.5 : 1),
};
