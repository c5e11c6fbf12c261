"""Chunkscope: its server, which runs this file again for every event, and its pages."""

import streamlit as st

if __name__ == "__main__":
    from chunking.gui.pages import pages
    from chunking.gui.shell import dialogs, start, window
    from chunking.gui.shell.actions import ACTIONS

    st.set_page_config(page_title="Chunkscope", page_icon="✂️", layout="wide")
    page = st.navigation(
        [
            st.Page(f"pages/{name}.py", title=each.title, default=name == "tune")
            for name, each in pages().items()
        ],
        position="hidden",
    )
    session = window.begin(ACTIONS)
    start.on_page(session, page.url_path or "tune")
    # Before the page, so that an open dialog does not disappear while the page is computed.
    dialogs.show(session)
    if not session.awaits_document or session.page == "library":
        page.run()
    window.end()
else:
    from starlette.middleware import Middleware

    from chunking.gui.shell import access

    app = st.App(__file__, middleware=[Middleware(access.Access)], lifespan=access.lifespan)
