"""Settings over their ranges: a map of any measure, and one step to adopt what is good."""

from chunking.gui import views

document = views.document.sidebar()
views.stored.text(document)
asked = views.sweep.controls()
views.sweep.result(document, asked)
