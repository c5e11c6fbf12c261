"""`python -m chunking.gui`: Streamlit's command line, for an app that names its own pages."""

import sys

from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.cli import main

# Streamlit looks for a folder `pages/` until the app has called `st.navigation` once: the first
# visitor of a server would get a page without the app around it if the link named that page.
PagesManager.uses_pages_directory = False

if __name__ == "__main__":
    sys.exit(main())
